import { codeOf } from '../core/asking/causesOf.ts'
import { toWalletError } from '../core/asking/walletError.ts'
import { kitError } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import { KitError } from '../core/KitError.ts'

/** Codes of the Sign protocol outside the wallet table. Source: WalletConnect v2 error codes. */
const signCodes: Record<number, 'userRejected' | 'methodNotSupported' | 'chainDisconnected' | 'providerDisconnected' | 'unauthorized'> = {
  3001: 'unauthorized',
  3002: 'unauthorized',
  5000: 'userRejected',
  5001: 'userRejected',
  5002: 'userRejected',
  5003: 'userRejected',
  5100: 'chainDisconnected',
  5101: 'methodNotSupported',
  6000: 'providerDisconnected',
  7001: 'providerDisconnected',
}

/** The KitError for the other side's answer; a wait that ended becomes `onTimeout`. */
export function toPeerError(error: unknown, onTimeout: Extract<ErrorCode, 'pairingExpired' | 'walletTimeout'>): KitError {
  if (KitError.is(error, 'walletTimeout')) return kitError(onTimeout)
  if (!KitError.is(error, 'unknown')) return KitError.is(error) ? error : kitError('somethingWrong', { cause: error })
  const code = codeOf(error.cause as { code: number }) // `unknown` is the channel's code for an answer's error
  const known = typeof code === 'number' ? signCodes[code] : undefined
  return known ? kitError(known, { cause: error.cause, details: error.details }) : toWalletError(error.cause)
}
