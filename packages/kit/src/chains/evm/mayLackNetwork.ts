import type { ErrorCode } from '../../core/errors/errors.ts'
import { causesOf } from '../../core/requests/causesOf.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'

/**
 * Error codes that some wallets use for a missing network, in place of code 4902 of EIP-3326. They
 * use them for other failures, too.
 */
const vague: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'internal',
  'invalidInput',
  'invalidParams',
  'resourceNotFound',
  'chainDisconnected',
])
/** Error codes that are never about a missing network, even if the message names a network. */
const clear: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'userRejected',
  'resourceUnavailable',
  'providerDisconnected',
  'requestAborted',
  'walletTimeout',
])

/** Words by which a wallet's message is recognised as one about a network. */
const words = /\b(chain|network)/i

/**
 * Whether a wallet that refused to switch (EIP-3326) may lack the network. The kit then requests
 * the wallet to add it. The signs are:
 * - code 4902 anywhere in the error
 * - a code that wallets use for every failure
 * - a message about a chain
 *
 * A wrong guess does no harm: a wallet that has the network only switches to it (EIP-3085).
 */
export function mayLackNetwork(error: unknown): boolean {
  const { code } = toWalletError(error)
  if (code === 'switchChain' || vague.has(code)) return true
  return (
    !clear.has(code) &&
    causesOf(error).some(({ message, shortMessage }) =>
      [message, shortMessage].some((text) => typeof text === 'string' && words.test(text)),
    )
  )
}
