import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../../core/kit/kit.ts'
import { readStored, writeStored } from '../../core/storage/storage.ts'
import { setStatus } from './status.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The maximum number of stored accounts. The oldest are removed first. */
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
 * Stores that the visitor declined to sign in with this account: it is not requested again, also on
 * later visits.
 */
export function decline(kit: Kit, accountId: AccountId): void {
  write(kit, [...read(kit).filter((id) => id !== accountId), accountId])
  setStatus(kit, accountId, 'declined')
}

/** Whether the visitor has declined to sign in with this account, also on an earlier visit. */
export const hasDeclined = (kit: Kit, accountId: AccountId): boolean =>
  read(kit).includes(accountId)

/** Removes accounts that have signed in or disconnected: sign-in is requested again. */
export function forgetDeclined(kit: Kit, accountIds: readonly AccountId[]): void {
  const before = read(kit)
  const remaining = before.filter((id) => !accountIds.some((accountId) => accountId === id))
  if (remaining.length < before.length) write(kit, remaining)
}
