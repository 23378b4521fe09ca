import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../../core/kit/kit.ts'
import { readStored, writeStored } from '../../core/storage/storage.ts'
import { setStatus } from './status.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The maximum number of stored accounts. The oldest entries are removed first. */
const maxDeclined = 20

function read(kit: Kit): readonly unknown[] {
  const { storage } = contextOf(kit)
  const stored = readStored(storage.raw, 'declined-sign-ins')
  return Array.isArray(stored) ? stored : []
}

function write(kit: Kit, ids: readonly unknown[]): void {
  writeStored(
    contextOf(kit).storage.raw,
    'declined-sign-ins',
    ids.length > 0 ? ids.slice(-maxDeclined) : undefined,
  )
}

/**
 * Stores that the visitor has declined to sign in with this account. Then the kit does not request
 * a sign-in again, also not on later visits.
 */
export function decline(kit: Kit, accountId: AccountId): void {
  write(kit, [...read(kit).filter((id) => id !== accountId), accountId])
  setStatus(kit, accountId, 'declined')
}

/** Whether the visitor has declined to sign in with this account, also on an earlier visit. */
export const hasDeclined = (kit: Kit, accountId: AccountId): boolean =>
  read(kit).includes(accountId)

/** Removes accounts from the declined ones, so that the kit may request a sign-in again. */
export function forgetDeclined(kit: Kit, accountIds: readonly AccountId[]): void {
  const before = read(kit)
  const remaining = before.filter((id) => !accountIds.some((accountId) => accountId === id))
  if (remaining.length < before.length) write(kit, remaining)
}
