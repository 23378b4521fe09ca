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

/**
 * The kit's codes for answers whose own code is unspecific, because many wallets use it for every
 * failure.
 */
const vague: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['unknown', 'internal', 'invalidInput'])

/**
 * Makes a KitError from an error of the channel. A timeout becomes `onTimeout`. For an answer with
 * an unspecific code, it loads the code that reads wallets' messages. Never rejects.
 */
export async function toPeerError(
  error: unknown,
  onTimeout: Extract<ErrorCode, 'pairingExpired' | 'walletTimeout'>,
): Promise<KitError> {
  if (KitError.is(error, 'walletTimeout')) return kitError(onTimeout)
  if (!KitError.is(error, 'unknown'))
    return KitError.is(error) ? error : kitError('somethingWrong', { cause: error })
  // the channel uses `unknown` for an error that the other side answered
  const { code } = error.cause as { code: number }
  const known = signCodes[code] ?? walletErrorOf(code)
  const plain = kitError(known, { cause: error.cause, details: error.details })
  if (!vague.has(known)) return plain
  try {
    const { toWalletError } = await import('../../core/requests/walletError.lazy.ts')
    const read = toWalletError(error.cause)
    return vague.has(read.code) ? plain : read
  } catch {
    return plain // the code that reads messages did not load, so only the error's code is used
  }
}
