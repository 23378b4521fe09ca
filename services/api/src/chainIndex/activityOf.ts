import type { Hex, IndexedBlock, Place } from './chainIndex.ts'
import { zeroAddress } from './holdingChanges.ts'

/** That an account takes part in a transaction. `minedAt` is in seconds since 1970. */
export type Activity = Place & { account: Hex; minedAt: number }

/** The accounts that take part in each transaction of a block. */
export function activityOf(block: IndexedBlock): Activity[] {
  const { number, minedAt } = block
  const seen: Set<Hex>[] = []
  const found: Activity[] = []
  const note = (account: Hex | null, index: number) => {
    if (account === null || account === zeroAddress) return
    const accounts = (seen[index] ??= new Set())
    if (accounts.has(account)) return
    accounts.add(account)
    found.push({ account, minedAt, block: number, index })
  }
  for (const { sender, recipient, created, index } of block.transactions) {
    note(sender, index)
    note(recipient, index)
    note(created, index)
  }
  for (const { sender, recipient, index } of block.transfers) {
    note(sender, index)
    note(recipient, index)
  }
  for (const { owner, index } of block.approvals) note(owner, index)
  for (const { account, index } of block.operations ?? []) note(account, index)
  return found
}
