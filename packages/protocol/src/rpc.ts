/**
 * The error codes of wallets, and the methods that need a person's consent. EIP-1193, EIP-1474,
 * JSON-RPC 2.0; docs/contracts/product.md#wallet-rpc-codes
 */
export const walletErrors = {
  [-32700]: 'parse',
  [-32600]: 'invalidRequest',
  [-32601]: 'methodNotFound',
  [-32602]: 'invalidParams',
  [-32603]: 'internal',
  [-32000]: 'invalidInput',
  [-32001]: 'resourceNotFound',
  [-32002]: 'resourceUnavailable',
  [-32003]: 'transactionRejected',
  [-32004]: 'methodNotSupported',
  [-32005]: 'limitExceeded',
  [-32006]: 'versionUnsupported',
  4001: 'userRejected',
  4100: 'unauthorized',
  4200: 'unsupportedMethod',
  4900: 'providerDisconnected',
  4901: 'chainDisconnected',
  4902: 'switchChain',
} as const

/** The meaning of a wallet's error code; codes outside the table are `unknown`. */
export type WalletError = (typeof walletErrors)[keyof typeof walletErrors] | 'unknown'

/** The meaning of a wallet's error code. */
export function walletErrorOf(code: unknown): WalletError {
  const known: Record<number, WalletError> = walletErrors
  return (typeof code === 'number' && known[code]) || 'unknown'
}

/**
 * Whether a wallet reports with this code that it does not accept several calls at once, or not
 * these. EIP-5792, 5700 to 5760
 */
export const isBatchRefusal = (code: unknown): boolean =>
  typeof code === 'number' && code >= 5700 && code <= 5760

/**
 * Methods for which a person has to sign or to grant; every other method is read-only.
 * docs/contracts/product.md#signing-methods
 */
export const signingMethods: ReadonlySet<string> = new Set([
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
])

/**
 * Whether only a wallet can answer a method: the signing methods, those about the wallet and its
 * accounts, and older signing methods. A node answers all others. Sources: EIP-1193, EIP-1474,
 * EIP-5792
 */
export function isForWallet(method: string): boolean {
  return (
    signingMethods.has(method) ||
    /^(wallet_|personal_|eth_sign|eth_accounts$|eth_requestAccounts$)/.test(method)
  )
}
