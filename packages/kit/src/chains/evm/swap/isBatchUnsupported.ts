import { isBatchRefusal } from '@latchkey/protocol/rpc'
import { causesOf, codeOf } from '../../../core/asking/causesOf.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import { KitError } from '../../../core/KitError.ts'

/** Errors of wallets that don't know the method after all. */
const unsupportedCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'methodNotFound',
  'methodNotSupported',
  'unsupportedMethod',
  'invalidParams',
])

/**
 * Whether a wallet answered that it does not take several calls at once, or not these: nothing of
 * them was sent, and they can be sent one by one. Never where its owner declined them, also where
 * that stands beside a code of EIP-5792.
 */
export function isBatchUnsupported(error: unknown): boolean {
  if (!KitError.is(error)) return false
  if (unsupportedCodes.has(error.code)) return true
  const codes = causesOf(error.cause).map(codeOf)
  return error.code !== 'userRejected' && !codes.includes(4001) && codes.some(isBatchRefusal)
}
