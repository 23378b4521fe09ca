import type { ErrorCode } from '../../core/errors/errors.ts'
import { causesOf } from '../../core/requests/causesOf.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'

/**
 * Error codes that wallets without EIP-3326's code 4902 use for a missing network: codes for every
 * failure, and codes for a request that names something unknown.
 */
const vague: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'internal',
  'invalidInput',
  'invalidParams',
  'resourceNotFound',
  'chainDisconnected',
])
/** Error codes that are never about a missing network, whatever the message says. */
const clear: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'userRejected',
  'resourceUnavailable',
  'providerDisconnected',
  'requestAborted',
  'walletTimeout',
])

/** Words in the messages of wallets about a missing network. */
const words = /\b(chain|network)/i

/**
 * Whether a wallet that refused to switch (EIP-3326) may lack the network, so that the kit requests
 * to add it. The signs are:
 * - code 4902 anywhere in the error
 * - a code that wallets use for every failure
 * - a message about a chain
 * Adding a network that the wallet has only switches to it (EIP-3085).
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
