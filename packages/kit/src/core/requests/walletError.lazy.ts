import { walletErrorOf } from '@latchkey/protocol/rpc'
import { KitError } from '../errors/KitError.ts'
import { kitError } from '../errors/errors.ts'
import { causesOf, codeOf } from './causesOf.ts'
import type { Cause } from './causesOf.ts'
import { readSafely } from './readSafely.ts'
import { quotesContract, isDeclinedText } from './isDeclinedText.ts'

/**
 * Codes for a refusal by the wallet's owner: 4001 of EIP-1193, and the codes 5000 to 5003 of
 * WalletConnect sessions, which are not in the table of `@latchkey/protocol/rpc`.
 */
const declined: ReadonlySet<unknown> = new Set([4001, 5000, 5001, 5002, 5003])

/**
 * Codes that many wallets use for every failure. They are used only if the message and all other
 * codes decide nothing.
 */
const general: ReadonlySet<unknown> = new Set([-32603, -32000])

/** Messages of bundlers and browsers for a package that is not installed. */
const isUninstalled = /Could not resolve|Cannot find (module|package)|resolve module specifier/

/**
 * The KitError for any error of a wallet or a node. Decided in this order:
 * - a refusal by the wallet's owner, at any depth
 * - the innermost error with a code of the table (`@latchkey/protocol/rpc`, as a number or a text),
 *   an HTTP status or a known name
 * - the error's message
 * - a code that wallets use for every failure (-32603, -32000)
 * - else `unknown`
 *
 * The foreign error is the `cause`.
 */
export function toWalletError(error: unknown): KitError {
  // `KitError.is` has checked the type
  if (readSafely(() => KitError.is(error), false)) return refineError(error as KitError)
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

/** Unspecific codes of the kit's own errors: their cause may be more precise. */
const vague: ReadonlySet<string> = new Set(['unknown', 'internal', 'invalidInput'])

/**
 * The error itself, or a more precise error made from its `cause`, if its own code is unspecific.
 */
function refineError(error: KitError): KitError {
  const { code, cause } = error
  if (!vague.has(code) || cause === undefined || KitError.is(cause)) return error
  const read = toWalletError(cause)
  return vague.has(read.code) ? error : read
}

/**
 * Whether the code or the name of an error means that the wallet's owner declined. The errors
 * inside it are not read.
 */
function isDeclined(cause: Cause): boolean {
  const code = codeOf(cause)
  return (
    declined.has(code) ||
    [code, cause.name].some((text) => typeof text === 'string' && isDeclinedText(text))
  )
}

/** The KitError for one error, if its code, status or name decides it. */
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

/** The code that the messages of an error imply. Used if the error's own codes decide nothing. */
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
    .find((text) => typeof text === 'string')
  return typeof text === 'string' ? text.slice(0, 500) : undefined
}

/**
 * Runs a task and converts its errors.
 * @throws KitError for any error of a wallet or a node
 */
export async function withWalletErrors<value>(task: () => Promise<value>): Promise<value> {
  try {
    return await task()
  } catch (error) {
    throw toWalletError(error)
  }
}
