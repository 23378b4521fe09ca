import { kinds, type Kind } from '../db/schema.ts'
import type { Held, Hex, Transfer } from './chainIndex.ts'

/** The zero address: the sender of minted and the recipient of burnt tokens. */
export const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'

/**
 * By how much transfers change each account's holdings. The coin is left out, because fees and
 * rewards change it, too.
 */
export function holdingChanges(transfers: readonly Transfer[]): (Held & { owner: Hex })[] {
  const changes = new Map<string, Held & { owner: Hex }>()
  const change = (owner: Hex, { token, kind, tokenId }: Transfer, amount: bigint) => {
    if (owner === zeroAddress) return
    const key = `${owner} ${token} ${kind} ${tokenId}`
    const known = changes.get(key)
    if (known) known.amount += amount
    else changes.set(key, { owner, token, kind, tokenId, amount })
  }
  for (const transfer of transfers) {
    if (!isToken(transfer.kind)) continue
    change(transfer.sender, transfer, -transfer.amount)
    change(transfer.recipient, transfer, transfer.amount)
  }
  // always in the same order, so that two writers never deadlock
  return [...changes.entries()]
    .filter(([, held]) => held.amount !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, held]) => held)
}

function isToken(kind: Kind): boolean {
  return kind !== kinds.native && kind !== kinds.internal
}
