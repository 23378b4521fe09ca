import type { ErrorCode } from '../../core/errors.ts'
import { causesOf } from '../../core/asking/causesOf.ts'
import { toWalletError } from '../../core/asking/walletError.ts'

/**
 * Errors by which wallets without EIP-3326's code 4902 say that they lack a network: codes for
 * every failure, and those for a request that names an unknown thing.
 */
const vague: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'internal',
  'invalidInput',
  'invalidParams',
  'resourceNotFound',
  'chainDisconnected',
])
/** Errors that are no answer about a network, whatever words stand beside them. */
const clear: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'userRejected',
  'resourceUnavailable',
  'providerDisconnected',
  'requestAborted',
  'walletTimeout',
])

/** Words of wallets about a network that they do not have. */
const words = /\b(chain|network)/i

/**
 * Whether a wallet that refused to switch (EIP-3326) may lack the network, so that it is asked to
 * add it: by code 4902 wherever it stands, by a code that wallets use for every failure, or by
 * words about a chain. Adding a network that the wallet has after all only switches to it
 * (EIP-3085).
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
