import type { Hex, IndexedBlock, Place } from './chainIndex.ts'
import { zeroAddress } from './holdingChanges.ts'

/** That an account takes part in a transaction. `minedAt` is in seconds since 1970. */
export type Activity = Place & { account: Hex; minedAt: number }

/** The accounts that take part in each transaction of a block. */
export function activityOf(block: IndexedBlock): Activity[] {
  const seen = new Map<number, Set<Hex>>()
  const note = (account: Hex | null, index: number) => {
    if (account === null || account === zeroAddress) return
    const accounts = seen.get(index)
    if (accounts) accounts.add(account)
    else seen.set(index, new Set([account]))
  }
  for (const { sender, recipient, created, index } of block.transactions)
    for (const account of [sender, recipient, created]) note(account, index)
  for (const { sender, recipient, index } of block.transfers)
    for (const account of [sender, recipient]) note(account, index)
  for (const { owner, index } of block.approvals) note(owner, index)
  for (const { account, index } of block.operations ?? []) note(account, index)
  const { number, minedAt } = block
  return [...seen].flatMap(([index, accounts]) =>
    Array.from(accounts, (account) => ({ account, minedAt, block: number, index })),
  )
}
