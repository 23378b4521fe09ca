import { redirectLength } from '@latchkey/protocol/frame/wire'
import { isFrameError, isRedirectAnswer } from '@latchkey/protocol/frame/site'
import { isRecord } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../../core/kit/kit.ts'
import type { Login } from '../../../core/contracts/login.ts'
import { readStored, tabStorage, writeStored } from '../../../core/storage/storage.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The pending request for which this tab left the page. An answer to another request is ignored.
 */
export type PendingRedirect = {
  /** Random id of the request, which the answer repeats. */
  id: string
  /** The time at which the tab left, by the kit's clock. */
  at: number
  /** Query and fragment of the page that was left. */
  left: string
  /** The login method. Undefined for a request of a visitor who has logged in. */
  login?: Login | undefined
  /** The request as a text, see `textOfRequest`. Empty for a login. */
  asked: string
  /**
   * For a JSON-RPC request: its method, its first parameter if that is a text, and its network in
   * the frame's form.
   */
  method?: string | undefined
  message?: string | undefined
  chainId?: string | number | undefined
}

/** A returned answer: the pending request, and its result or the frame's error. */
export type RedirectAnswer = {
  redirect: PendingRedirect
  answer: { result: unknown } | { error: unknown }
}

/**
 * Stores the request for which this tab leaves.
 * @throws where the browser stores nothing for the tab: a forged answer could then not be detected
 */
export function storePendingRedirect(redirect: PendingRedirect): void {
  writeStored(tabStorage(), 'away', redirect)
  if (readPendingRedirect()?.id !== redirect.id)
    throw new Error('The browser stores nothing for this tab')
}

/** Deletes the pending request. */
export const forgetPendingRedirect = (): void => writeStored(tabStorage(), 'away', undefined)

/**
 * Reads the answer that returned in the page's address, and deletes the pending request, so that an
 * answer counts once.
 * @returns undefined for an answer to another request, for an answer that took too long, and for a
 *   text that is no answer
 */
export function takeAnswer(kit: Kit, text: string): RedirectAnswer | undefined {
  const redirect = readPendingRedirect()
  const answer = text.length <= redirectLength ? parse(text) : undefined
  if (!redirect || !isRedirectAnswer(answer) || answer.id !== redirect.id) return undefined
  forgetPendingRedirect()
  const age = contextOf(kit).clock.now() - redirect.at
  if (age < 0 || age > times.framePerson) return undefined
  return {
    redirect,
    answer: isFrameError(answer.error) ? { error: answer.error } : { result: answer.result },
  }
}

function readPendingRedirect(): PendingRedirect | undefined {
  const stored = readStored(tabStorage(), 'away')
  return isRecord(stored) &&
    typeof stored['id'] === 'string' &&
    typeof stored['at'] === 'number' &&
    typeof stored['asked'] === 'string'
    ? (stored as PendingRedirect)
    : undefined // only `storePendingRedirect` writes this value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the text is not JSON, so it is not from the wallet
  }
}
