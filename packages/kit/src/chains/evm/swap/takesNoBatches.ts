import { isObject } from '@latchkey/protocol/isObject'
import { isBatchRefusal } from '@latchkey/protocol/rpc'
import type { ErrorCode } from '../../../core/errors.ts'
import { KitError } from '../../../core/KitError.ts'

/** Errors of wallets that don't know the method after all. */
const unable: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['methodNotFound', 'methodNotSupported', 'unsupportedMethod', 'invalidParams'])

/** Causes of an error that are looked at. */
const mostCauses = 10

/**
 * Whether a wallet answered that it does not take several calls at once, or not these: nothing of them was sent, and they can be sent one by one. Never where its owner
 * declined them, also where that stands beside a code of EIP-5792.
 */
export function takesNoBatches(error: unknown): boolean {
  if (!KitError.is(error)) return false
  if (unable.has(error.code)) return true
  const codes = codesOf(error.cause)
  return !codes.includes(4001) && codes.some(isBatchRefusal)
}

/** The codes of an error and of those in it, outermost first; wallets also hide the real one in `data.originalError`. */
function codesOf(error: unknown): readonly unknown[] {
  const codes: unknown[] = []
  try {
    for (let next = error; isObject(next) && codes.length < mostCauses; next = next['cause'] ?? (isObject(next['data']) ? next['data']['originalError'] : undefined)) codes.push(next['code'])
  } catch {
    // an error that throws when it is read: the codes read so far are used
  }
  return codes
}
