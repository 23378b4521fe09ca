import { walletErrorOf } from '@latchkey/protocol/rpc'
import { KitError } from '../KitError.ts'
import { kitError } from '../errors.ts'
import { causesOf, codeOf } from './causesOf.ts'
import type { Cause } from './causesOf.ts'
import { look } from './look.ts'

/** Codes outside the table with which wallets and libraries say that the wallet's owner declined: of Sign sessions, ethers, and the names of errors. */
const declined: ReadonlySet<unknown> = new Set([5000, 5001, 5002, 5003, 'ACTION_REJECTED', 'USER_REJECTED', 'USER_REJECTED_REQUEST', 'USER_CANCELLED', 'USER_DENIED', 'UserRejectedRequestError', 'UserRejectedError'])

/** Codes that many wallets use for every failure: words and any other code say more. */
const general: ReadonlySet<unknown> = new Set([-32603, -32000])

/** Messages of bundlers and browsers for a package that is not installed. */
const isUninstalled = /Could not resolve|Cannot find (module|package)|resolve module specifier/

/** Messages of wallets whose owner declined: a person who did so, or as the whole sentence. Never a contract's own words. */
const refusals = [
  /\b(user|owner|signer|customer)( has| have)? ?(reject|den(y|ied)|declin|cancel|refus|dismiss|clos(ed|e the))/i,
  /\b(user|owner|signer|customer) (has not|did not|did ?n[o']t|hasn't) (approve|confirm|accept|sign)/i,
  /\b(reject|deni|declin|cancel|refus|dismiss)\w* by (the |its )?(user|owner|signer|customer)\b/i,
  /^(the )?((user|transaction|request|signature|signing|message|connection request|approval|operation)( request)? (was |has been |is )?)?(reject(ed)?|denied|declined|cancel|cancell?ed|plugin closed)[.!]?$/i,
]
const isContractsWord = /revert/i

/**
 * The KitError for any error of a wallet or a node: by the innermost code of the table (`@latchkey/protocol/rpc`) or HTTP status, as a number or a text,
 * wherever the error holds it; then by its words; then by a code that wallets use for every failure (-32603, -32000); else `unknown`.
 * The foreign error is the `cause`.
 */
export function toWalletError(error: unknown): KitError {
  if (look(() => KitError.is(error), false)) return error as KitError // just seen
  const causes = causesOf(error)
  const details = textOf(causes)
  const inwards = [...causes].reverse()
  for (const cause of inwards) {
    const known = general.has(codeOf(cause)) ? undefined : kindOf(cause, error, details)
    if (known) return known
  }
  const meaning = meaningOf(causes)
  if (meaning !== 'unknown') return kitError(meaning, { cause: error, details })
  const last = inwards.find((cause) => general.has(codeOf(cause)))
  return kitError(last ? walletErrorOf(codeOf(last)) : 'unknown', { cause: error, details })
}

/** The KitError for one error, if it says by its code, status or name what it is. */
function kindOf(cause: Cause, error: unknown, details: string | undefined): KitError | undefined {
  const { status, name } = cause
  const code = codeOf(cause)
  if (declined.has(code) || declined.has(name)) return kitError('userRejected', { cause: error })
  const known = walletErrorOf(code)
  if (known !== 'unknown') return kitError(known, { cause: error, details })
  if (typeof status === 'number' && status >= 400 && status < 600) return kitError('httpFailed', { cause: error, status })
  if (name === 'TimeoutError') return kitError('httpTimeout', { cause: error })
  if (name === 'HttpRequestError') return kitError('httpFailed', { cause: error })
  if (name === 'SwitchChainNotSupportedError') return kitError('methodNotSupported', { cause: error })
  if (name === 'ChainNotConfiguredError') return kitError('networkNotFound', { cause: error })
  if (name === 'ProviderNotFoundError') return kitError('providerDisconnected', { cause: error })
  return undefined
}

/** What an error's words say where no code does. */
function meaningOf(causes: readonly Cause[]): 'packageMissing' | 'userRejected' | 'unknown' {
  const texts = causes.flatMap(({ shortMessage, message }) => [shortMessage, message]).filter((text) => typeof text === 'string')
  if (texts.some((text) => isUninstalled.test(text))) return 'packageMissing'
  if (texts.some((text) => isContractsWord.test(text))) return 'unknown'
  return texts.some((text) => refusals.some((words) => words.test(text.trim()))) ? 'userRejected' : 'unknown'
}

function textOf(causes: readonly Cause[]): string | undefined {
  const text = causes.map(({ shortMessage, message }) => shortMessage ?? message).find((one) => typeof one === 'string')
  return typeof text === 'string' ? text.slice(0, 500) : undefined
}
