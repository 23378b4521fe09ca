import type { ErrorCode } from './errors.ts'

/**
 * Errors after which nothing was sent: the owner declined, the wallet did not accept the request,
 * or the wallet never got it.
 */
const before: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'userRejected',
  'transactionRejected',
  'transactionExpired',
  'transactionChanged',
  'unauthorized',
  'resourceUnavailable',
  'limitExceeded',
  'parse',
  'invalidRequest',
  'invalidParams',
  'methodNotFound',
  'methodNotSupported',
  'unsupportedMethod',
  'versionUnsupported',
  'chainDisconnected',
  'switchChain',
  'networkUnknown',
  'networkNotFound',
  'addressMissing',
  'actionNotAllowed',
  'rpcNotAllowed',
  'connectorNotFound',
  'packageMissing',
])

/** Matches a node's message that the account can't pay. Wallets pass it on with various codes. */
const isPoor = /insufficient (funds|balance)/i

/**
 * Whether it is certain that nothing was sent. After any other error, the request may still be
 * open, or its answer may be lost.
 */
export function isUnsent({
  code,
  details = '',
  isUnsent: isCertain = false,
}: {
  code: ErrorCode
  details?: string
  isUnsent?: boolean
}): boolean {
  return isCertain || before.has(code) || isPoor.test(details)
}
