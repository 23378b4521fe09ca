import * as fc from 'fast-check'
import { kinds, type Kind } from '../../db/schema.ts'
import type { Hex, IndexedBlock, Transfer } from '../chainIndex.ts'
import { zeroAddress } from '../holdingChanges.ts'

/** Makes an address of 20 bytes from a number. */
export const addressAt = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const hashOf = (block: number, branch: number): Hex =>
  `0x${branch.toString(16).padStart(32, '0')}${block.toString(16).padStart(32, '0')}`

/** The accounts that take part. Transfers from or to the first one are mints or burns. */
export const accounts = [zeroAddress, addressAt(0xa1), addressAt(0xa2), addressAt(0xa3)] as const
export const tokens = [addressAt(0xb1), addressAt(0xb2)] as const
export const pool = { address: addressAt(0xc1), token0: tokens[0], token1: tokens[1] }

const person = fc.constantFrom(...accounts)
const move = fc.record({
  kind: fc.constantFrom<Kind>(...Object.values(kinds)),
  token: fc.constantFrom(...tokens),
  tokenId: fc.bigInt({ min: 0n, max: 3n }),
  sender: person,
  recipient: person,
  amount: fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.constant(2n ** 256n - 1n)),
})
const sent = fc.record({
  sender: person,
  recipient: fc.option(person),
  created: fc.option(person),
  succeeded: fc.boolean(),
  moves: fc.array(move, { maxLength: 4 }),
  approvers: fc.array(person, { maxLength: 1 }),
})
/** Generates the content of a block. It does not depend on the block's number. */
export const testBlock = fc.record({
  sent: fc.array(sent, { maxLength: 3 }),
  wait: fc.integer({ min: 0, max: 20 }),
  reserve: fc.option(fc.bigInt({ min: 1n, max: 9n })),
})
export type TestBlock = typeof testBlock extends fc.Arbitrary<infer value> ? value : never

/**
 * Makes a block with this content after its parent. Blocks with the same number have different
 * values of `branch`.
 */
export function blockOf(
  { sent, wait, reserve }: TestBlock,
  parent: IndexedBlock | undefined,
  branch: number,
): IndexedBlock {
  const number = parent ? parent.number + 1 : 7
  return {
    number,
    hash: hashOf(number, branch),
    parentHash: parent?.hash ?? hashOf(6, 0),
    minedAt: (parent?.minedAt ?? 1_000) + wait,
    isTraced: true,
    transactions: sent.map((entry, index) => ({
      block: number,
      index,
      hash: hashOf(number * 1_000 + index, branch),
      sender: entry.sender,
      recipient: entry.recipient,
      created: entry.created,
      value: 1n,
      fee: 2n ** 70n,
      nonce: index,
      succeeded: entry.succeeded,
      selector: index === 0 ? null : '0xa9059cbb',
      hasData: index > 0,
      hasLure: index > 1,
    })),
    transfers: sent.flatMap((entry, index) =>
      entry.moves.map(
        (moved, position): Transfer => ({ block: number, index, position, ...moved }),
      ),
    ),
    approvals: sent.flatMap((entry, index) =>
      entry.approvers.map((owner, position) => ({ block: number, index, position, owner })),
    ),
    reserves:
      reserve === null
        ? []
        : [
            {
              pool: pool.address,
              block: number,
              reserve0: reserve,
              reserve1: 2n ** 112n - reserve,
            },
          ],
  }
}
