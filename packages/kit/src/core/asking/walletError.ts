import { walletErrorOf } from '@latchkey/protocol/rpc'
import { KitError } from '../KitError.ts'
import { kitError } from '../errors.ts'
import { causesOf, codeOf } from './causesOf.ts'
import type { Cause } from './causesOf.ts'
import { readSafely } from './readSafely.ts'
import { quotesContract, isDeclinedText } from './isDeclinedText.ts'

/**
 * Codes with which wallets say that their owner declined: of EIP-1193, and, outside of the table,
 * of Sign sessions.
 */
const declined: ReadonlySet<unknown> = new Set([4001, 5000, 5001, 5002, 5003])

/** Codes that many wallets use for every failure: words and any other code say more. */
const general: ReadonlySet<unknown> = new Set([-32603, -32000])

/** Messages of bundlers and browsers for a package that is not installed. */
const isUninstalled = /Could not resolve|Cannot find (module|package)|resolve module specifier/

/**
 * The KitError for any error of a wallet or a node: a refusal of the wallet's owner wherever it
 * stands; else by the innermost code of the table (`@latchkey/protocol/rpc`) or HTTP status, as a
 * number or a text, wherever the error holds it; then by its words; then by a code that wallets use
 * for every failure (-32603, -32000); else `unknown`. The foreign error is the `cause`.
 */
export function toWalletError(error: unknown): KitError {
  if (readSafely(() => KitError.is(error), false)) return refineError(error as KitError) // just seen
  const causes = causesOf(error)
  const details = textOf(causes)
  if (causes.some(isDeclined)) return kitError('userRejected', { cause: error })
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

/** The kit's own errors with such a code say little: what they were made of may say more. */
const vague: ReadonlySet<string> = new Set(['unknown', 'internal', 'invalidInput'])

/**
 * An error of the kit, or what its cause says by other signs than the code that a phone's error was
 * made by.
 */
function refineError(error: KitError): KitError {
  const { code, cause } = error
  if (!vague.has(code) || cause === undefined || KitError.is(cause)) return error
  const read = toWalletError(cause)
  return vague.has(read.code) ? error : read
}

/**
 * Whether an error says by its code or name that the wallet's owner declined; what it wraps does
 * not matter then.
 */
function isDeclined(cause: Cause): boolean {
  const code = codeOf(cause)
  return (
    declined.has(code) ||
    [code, cause.name].some((text) => typeof text === 'string' && isDeclinedText(text))
  )
}

/** The KitError for one error, if it says by its code, status or name what it is. */
function kindOf(cause: Cause, error: unknown, details: string | undefined): KitError | undefined {
  const { status, name } = cause
  const code = codeOf(cause)
  const known = walletErrorOf(code)
  if (known !== 'unknown') return kitError(known, { cause: error, details })
  if (typeof status === 'number' && status >= 400 && status < 600)
    return kitError('httpFailed', { cause: error, status })
  if (name === 'TimeoutError') return kitError('httpTimeout', { cause: error })
  if (name === 'HttpRequestError') return kitError('httpFailed', { cause: error })
  if (name === 'SwitchChainNotSupportedError')
    return kitError('methodNotSupported', { cause: error })
  if (name === 'ChainNotConfiguredError') return kitError('networkNotFound', { cause: error })
  if (name === 'ProviderNotFoundError') return kitError('providerDisconnected', { cause: error })
  return undefined
}

/** What an error's words say where no code does. */
function meaningOf(causes: readonly Cause[]): 'packageMissing' | 'userRejected' | 'unknown' {
  const texts = causes
    .flatMap(({ shortMessage, message }) => [shortMessage, message])
    .filter((text) => typeof text === 'string')
  if (texts.some((text) => isUninstalled.test(text))) return 'packageMissing'
  return !quotesContract(texts) && texts.some(isDeclinedText) ? 'userRejected' : 'unknown'
}

function textOf(causes: readonly Cause[]): string | undefined {
  const text = causes
    .map(({ shortMessage, message }) => shortMessage ?? message)
    .find((one) => typeof one === 'string')
  return typeof text === 'string' ? text.slice(0, 500) : undefined
}
