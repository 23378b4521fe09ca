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

/** What a wallet's error code means; `unknown` for a code outside the table. */
export type WalletError = (typeof walletErrors)[keyof typeof walletErrors] | 'unknown'

/** Returns what a wallet's error code means. */
export function walletErrorOf(code: unknown): WalletError {
  const known: Record<number, WalletError> = walletErrors
  return (typeof code === 'number' && known[code]) || 'unknown'
}

/**
 * Whether a wallet's error code means that it does not accept several calls at once, or not these
 * calls. EIP-5792, 5700 to 5760
 */
export const isBatchRefusal = (code: unknown): boolean =>
  typeof code === 'number' && code >= 5700 && code <= 5760

/**
 * The methods of all namespaces for which a person has to sign or to grant something, if their
 * names have a prefix. `rpcMethodsOf` has those of one namespace.
 * docs/contracts/product.md#signing-methods
 */
export const signingMethods: ReadonlySet<string> = new Set(allSigningMethods)

/**
 * Whether only a wallet can answer a method: a signing method of the namespace, one of another
 * namespace if its name has a prefix, `wallet_…`, or a method about the namespace's wallets and
 * accounts. A node answers every other method. EIP-1193,
 * EIP-1474, EIP-5792
 */
export function isForWallet(method: string, namespace: Namespace = defaultNamespace): boolean {
  const { signing, isAboutWallet } = rpcMethodsOf(namespace)
  return (
    signing.includes(method) ||
    signingMethods.has(method) ||
    method.startsWith('wallet_') ||
    isAboutWallet(method)
  )
}
