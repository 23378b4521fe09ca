import type { Hex, IndexedBlock } from './chainIndex.ts'
import { zeroAddress } from './holdingChanges.ts'

/** The accounts that take part in each transaction of a block. */
export function activityOf(block: IndexedBlock): { account: Hex; index: number }[] {
  const seen = new Map<string, { account: Hex; index: number }>()
  const note = (account: Hex | null, index: number) => {
    if (account !== null && account !== zeroAddress)
      seen.set(`${account} ${index}`, { account, index })
  }
  for (const { sender, recipient, created, index } of block.transactions)
    for (const account of [sender, recipient, created]) note(account, index)
  for (const { sender, recipient, index } of block.transfers)
    for (const account of [sender, recipient]) note(account, index)
  for (const { owner, index } of block.approvals) note(owner, index)
  return [...seen.values()]
}
