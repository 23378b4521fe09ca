/**
 * The error codes of wallets, and the methods that need a person's consent. EIP-1193, EIP-1474,
 * JSON-RPC 2.0; docs/contracts/product.md#wallet-rpc-codes
 */
import { allSigningMethods, rpcMethodsOf } from './chains/rpcMethods.ts'
import { defaultNamespace } from './namespace.ts'
import type { Namespace } from './namespace.ts'

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
 * Methods of any namespace for which a person has to sign or to grant; every other method is
 * read-only. Those of one namespace: `rpcMethodsOf`. docs/contracts/product.md#signing-methods
 */
export const signingMethods: ReadonlySet<string> = new Set(allSigningMethods)

/**
 * Whether only a wallet can answer a method: the signing methods of any namespace, `wallet_…`, and
 * those about the namespace's wallets and accounts. A node answers all others. EIP-1193, EIP-1474,
 * EIP-5792
 */
export function isForWallet(method: string, namespace: Namespace = defaultNamespace): boolean {
  return (
    signingMethods.has(method) ||
    method.startsWith('wallet_') ||
    rpcMethodsOf(namespace).isAboutWallet(method)
  )
}
