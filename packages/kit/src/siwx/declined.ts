import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../core/kit.ts'
import { readStored, writeStored } from '../core/storage.ts'
import { setStatus } from './status.ts'

/** Accounts that are remembered; the oldest leave first. */
const maxDeclined = 20

function read({ context: { storage } }: Kit): readonly unknown[] {
  const stored = readStored(storage.raw, 'declined-sign-ins')
  return Array.isArray(stored) ? stored : []
}

function write(kit: Kit, ids: readonly unknown[]): void {
  writeStored(
    kit.context.storage.raw,
    'declined-sign-ins',
    ids.length > 0 ? ids.slice(-maxDeclined) : undefined,
  )
}

/**
 * The visitor stays without a sign-in of this account, and is not asked for it again, on later
 * visits neither.
 */
export function decline(kit: Kit, accountId: AccountId): void {
  write(kit, [...read(kit).filter((id) => id !== accountId), accountId])
  setStatus(kit, accountId, 'declined')
}

/**
 * Whether the visitor has chosen, also in an earlier visit, to stay without a sign-in of this
 * account.
 */
export const hasDeclined = (kit: Kit, accountId: AccountId): boolean =>
  read(kit).includes(accountId)

/** These accounts have signed in, or left: they are asked again. */
export function forgetDeclined(kit: Kit, accountIds: readonly AccountId[]): void {
  const before = read(kit)
  const remaining = before.filter((id) => !accountIds.some((accountId) => accountId === id))
  if (remaining.length < before.length) write(kit, remaining)
}
