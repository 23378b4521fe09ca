import type { ErrorCode } from '../../../../core/errors.ts'

/** Errors after which nothing was sent: the owner said no, the wallet did not take the request, or it was never asked. */
const before: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'userRejected', 'transactionRejected', 'unauthorized', 'resourceUnavailable', 'limitExceeded',
  'parse', 'invalidRequest', 'invalidParams', 'methodNotFound', 'methodNotSupported', 'unsupportedMethod', 'versionUnsupported',
  'chainDisconnected', 'switchChain', 'networkUnknown', 'networkNotFound', 'addressMissing', 'actionNotAllowed', 'rpcNotAllowed',
  'connectorNotFound', 'packageMissing',
])

/** What nodes say of somebody who cannot pay, whatever code the wallet gives it. */
const isPoor = /insufficient (funds|balance)/i

/** Whether it is certain that nothing was sent. Of everything else nobody knows: the request may be open, or the answer have been lost. */
export function isUnsent({ code, details = '' }: { code: ErrorCode; details?: string }): boolean {
  return before.has(code) || isPoor.test(details)
}
