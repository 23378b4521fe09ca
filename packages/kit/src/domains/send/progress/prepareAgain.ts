import type { Kit } from '../../../core/kit/kit.ts'
import { extrasOf } from '../../../core/transactions/extrasOf.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { prepareSend } from '../review/prepareSend.ts'
import type { Known, PreparedSend } from '../review/prepareSend.ts'
import { mismatch } from '../review/mismatch.ts'
import { isSerious } from '../review/warnings.ts'

/**
 * Prepares a transfer again before it is sent, because the fee or the balance may have changed.
 * Undefined if the sender must review it again:
 * - it can no longer be sent
 * - the wallet has switched to another account or network
 * - there is a new serious warning
 * - the costs have risen by more than `isMoreExpensive` allows
 *
 * @throws KitError as {@link prepareSend}
 */
export async function prepareAgain(
  kit: Kit,
  before: PreparedSend,
  known: Known,
): Promise<PreparedSend | undefined> {
  const { networkId, from, to, token, amount, feeChoice, warnings } = before
  if (mismatch(accountOf(kit.getState()), before)) return undefined
  const order = { networkId, from, to, token, amount, ...(feeChoice && { feeChoice }) }
  const next = await prepareSend(kit, order, known)
  const seen = new Set(warnings.map(({ kind }) => kind))
  const isNewWarning = next.warnings.some(
    (warning) => isSerious(warning) && !seen.has(warning.kind),
  )
  return next.problems.length > 0 || isNewWarning || isMoreExpensive(next, before)
    ? undefined
    : next
}

/**
 * Whether the additional costs have risen, or the maximum fee has risen by more than an eighth.
 * With EIP-1559, a base fee can rise by at most an eighth from one block to the next.
 */
function isMoreExpensive(next: PreparedSend, before: PreparedSend): boolean {
  return (
    before.fee !== undefined &&
    next.fee !== undefined &&
    (next.fee.maxTotal * 8n > before.fee.maxTotal * 9n || extrasOf(next.fee) > extrasOf(before.fee))
  )
}
