import { redirectLength } from '@latchkey/protocol/frame/wire'
import { isFrameError, isRedirectAnswer } from '@latchkey/protocol/frame/site'
import { isRecord } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../core/kit.ts'
import type { Login } from '../../core/login.ts'
import { readStored, tabStorage, writeStored } from '../../core/storage.ts'

/** The request that this tab has left with. An answer to any other is not read. */
export type PendingRedirect = {
  /** Random; the answer names it. */
  id: string
  /** When the tab left, by the kit's clock. */
  at: number
  /** The query and the fragment that the page was left with. */
  left: string
  /** How the visitor logs in; undefined for a request of a visitor who has logged in. */
  login?: Login | undefined
  /** The request as a text, see `textOfRequest`; empty for a login. */
  asked: string
  /**
   * Its JSON-RPC method, if it is one, its first parameter if that is a text, and its network as
   * the frame names it.
   */
  method?: string | undefined
  message?: string | undefined
  chainId?: string | number | undefined
}

/** What came back: the request, and its result or the frame's error. */
export type RedirectAnswer = {
  redirect: PendingRedirect
  answer: { result: unknown } | { error: unknown }
}

/**
 * Remembers the request that this tab leaves with. @throws where the browser stores nothing for the
 * tab: the answer could not be told from a forged one
 */
export function storePendingRedirect(redirect: PendingRedirect): void {
  writeStored(tabStorage(), 'away', redirect)
  if (readPendingRedirect()?.id !== redirect.id)
    throw new Error('The browser stores nothing for this tab')
}

/** Forgets it. */
export const forgetPendingRedirect = (): void => writeStored(tabStorage(), 'away', undefined)

/**
 * Reads the answer that came back in the page's address, once. @returns undefined for one to a
 * request that this tab did not leave with, or left with too long ago, and for anything else
 */
export function takeAnswer(kit: Kit, text: string): RedirectAnswer | undefined {
  const redirect = readPendingRedirect()
  const answer = text.length <= redirectLength ? parse(text) : undefined
  if (!redirect || !isRedirectAnswer(answer) || answer.id !== redirect.id) return undefined
  forgetPendingRedirect()
  const age = kit.context.clock.now() - redirect.at
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
    : undefined // `noteAway` alone writes it
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not from the wallet
  }
}
