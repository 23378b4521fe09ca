import { walletErrorOf } from '@latchkey/protocol/rpc'
import { kitError } from '../../core/errors/errors.ts'
import type { ErrorCode } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'

/**
 * Codes of the Sign protocol that are not in the table of wallets' codes. Source: WalletConnect v2
 * error codes.
 */
const signCodes: Record<
  number,
  | 'userRejected'
  | 'methodNotSupported'
  | 'chainDisconnected'
  | 'providerDisconnected'
  | 'unauthorized'
> = {
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

/** Codes that many wallets use for every failure. */
const vague: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['unknown', 'internal', 'invalidInput'])

/**
 * The KitError for the other side's answer. A wait that ended becomes `onTimeout`. The code that
 * reads wallets' messages is loaded only where a code is unspecific. Never rejects.
 */
export async function toPeerError(
  error: unknown,
  onTimeout: Extract<ErrorCode, 'pairingExpired' | 'walletTimeout'>,
): Promise<KitError> {
  if (KitError.is(error, 'walletTimeout')) return kitError(onTimeout)
  if (!KitError.is(error, 'unknown'))
    return KitError.is(error) ? error : kitError('somethingWrong', { cause: error })
  // `unknown` is the channel's code for an answer's error
  const { code } = error.cause as { code: number }
  const known = signCodes[code] ?? walletErrorOf(code)
  const plain = kitError(known, { cause: error.cause, details: error.details })
  if (!vague.has(known)) return plain
  try {
    const { toWalletError } = await import('../../core/requests/walletError.lazy.ts')
    const read = toWalletError(error.cause)
    return vague.has(read.code) ? plain : read
  } catch {
    return plain // the code for messages can't be loaded: the error has only its code
  }
}
