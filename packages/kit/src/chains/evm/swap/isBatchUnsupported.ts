import { isBatchRefusal } from '@latchkey/protocol/rpc'
import { causesOf, codeOf } from '../../../core/requests/causesOf.ts'
import type { ErrorCode } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'

/** Errors of a wallet that lacks the method, although its capabilities named it. */
const unsupportedCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'methodNotFound',
  'methodNotSupported',
  'unsupportedMethod',
  'invalidParams',
])

/**
 * Whether a wallet's error means that it does not take several calls at once, or not these calls.
 * Then nothing was sent, and the calls can be sent one by one. False if the owner declined, even if
 * the error also has a code of EIP-5792.
 */
export function isBatchUnsupported(error: unknown): boolean {
  if (!KitError.is(error)) return false
  if (unsupportedCodes.has(error.code)) return true
  const codes = causesOf(error.cause).map(codeOf)
  return error.code !== 'userRejected' && !codes.includes(4001) && codes.some(isBatchRefusal)
}
