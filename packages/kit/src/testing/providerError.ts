import type { walletErrors } from '@latchkey/protocol/rpc'

/**
 * An error code of wallets: from `walletErrors` in the protocol, or about several calls in one
 * request (EIP-5792).
 */
export type ProviderErrorCode = keyof typeof walletErrors | 5700 | 5710 | 5730 | 5740 | 5760

/** The error that a provider rejects with. Source: EIP-1193 (ProviderRpcError), EIP-1474. */
export class ProviderError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown

  constructor(code: ProviderErrorCode, message: string, data?: unknown) {
    super(message)
    this.code = code
    if (data !== undefined) this.data = data
  }

  /** Makes the error for an error of a node, with the node's own code and data. */
  static fromNode(error: { code: number; message: string; data?: unknown }): ProviderError {
    return Object.assign(new ProviderError(-32603, error.message, error.data), { code: error.code })
  }
}

/** The error of a refusal. EIP-1193, 4001 */
export const refused = () => new ProviderError(4001, 'User rejected the request.')

/** The error of a disconnected wallet. EIP-1193, 4900 */
export const disconnected = () =>
  new ProviderError(4900, 'The provider is disconnected from all chains.')
