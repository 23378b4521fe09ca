import { isFrameError } from '@latchkey/protocol/frame/site'
import { KitError } from '../../core/errors/KitError.ts'
import { kitError, sentenceOf } from '../../core/errors/errors.ts'
import type { ErrorCode } from '../../core/errors/errors.ts'

/** The kit's error codes that a frame may answer. */
const codes = [
  'codeWrong',
  'codeExpired',
  'codeSpent',
  'deviceRefused',
  'loginNotOffered',
  'socialRefused',
  'socialUntrusted',
  'tooManyRequests',
  'storageBlocked',
  'requestAborted',
  'rpcNotAllowed',
  'actionNotAllowed',
  'networkNotFound',
  'somethingWrong',
  'offline',
  'httpFailed',
  'httpTimeout',
] as const satisfies readonly ErrorCode[]

/** Codes of the wallet's service that have another name in the kit. */
const errorCodes: {
  readonly [code: string]: 'httpFailed' | 'frameUnloaded' | 'unauthorized' | 'actionNotAllowed'
} = {
  unavailable: 'httpFailed',
  originRefused: 'frameUnloaded',
  loginRequired: 'unauthorized',
  smartAccountMissing: 'actionNotAllowed',
}

/**
 * Reads an error of the frame: a wallet's error with its number (EIP-1193), or an error of the kit.
 * Any other answer becomes `frameFailed`.
 */
export function readFrameError(payload: unknown): Error {
  if (!isFrameError(payload))
    return kitError('frameFailed', { details: 'The frame answered with an error of another form' })
  const { message, code, data, values } = payload
  if (typeof code === 'number')
    return Object.assign(new Error(message || 'An error occurred'), { code, data })
  if (code === 'emailCooldown') {
    const seconds = Math.min(Math.max(Math.ceil(values?.seconds ?? 0) || 30, 1), 86_400)
    return kitError('emailCooldown', { seconds }, { retryAfter: seconds })
  }
  const kitCode =
    codes.find((candidate) => candidate === code) ??
    (code !== undefined && Object.hasOwn(errorCodes, code) ? errorCodes[code] : undefined)
  return kitCode
    ? new KitError(kitCode, sentenceOf(kitCode), { details: message })
    : kitError('frameFailed', { details: message })
}

/**
 * Rethrows an error of the frame. Code 4001 means that the visitor closed the frame's screen.
 * @throws KitError userRejected for code 4001, else the same error
 */
export function rethrowFrameError(error: unknown): never {
  throw error instanceof Error && 'code' in error && error.code === 4001
    ? kitError('userRejected', { cause: error })
    : error
}
