import { kinds, type Kind } from '../db/schema.ts'
import type { Held, Hex, Transfer } from './chainIndex.ts'

/** The zero address: the sender of minted and the recipient of burnt tokens. */
export const zeroAddress: Hex = '0x0000000000000000000000000000000000000000'

/**
 * By how much transfers change each account's holdings. The coin is left out, because fees and
 * rewards change it, too.
 */
export function holdingChanges(transfers: readonly Transfer[]): Change[] {
  const ofTokens = new Map<string, Map<Hex, Change>>()
  for (const transfer of transfers) {
    if (!isToken(transfer.kind)) continue
    const key = `${transfer.token} ${transfer.kind} ${transfer.tokenId}`
    let ofToken = ofTokens.get(key)
    if (!ofToken) ofTokens.set(key, (ofToken = new Map()))
    add(ofToken, transfer.sender, transfer, -transfer.amount)
    add(ofToken, transfer.recipient, transfer, transfer.amount)
  }
  const changes: Change[] = []
  for (const ofToken of ofTokens.values())
    for (const change of ofToken.values()) if (change.amount !== 0n) changes.push(change)
  return changes
}

type Change = Held & { owner: Hex }

function add(changes: Map<Hex, Change>, owner: Hex, transfer: Transfer, amount: bigint): void {
  if (owner === zeroAddress) return
  const { token, kind, tokenId } = transfer
  const known = changes.get(owner)
  if (known) known.amount += amount
  else changes.set(owner, { owner, token, kind, tokenId, amount })
}

function isToken(kind: Kind): boolean {
  return kind !== kinds.native && kind !== kinds.internal
}
