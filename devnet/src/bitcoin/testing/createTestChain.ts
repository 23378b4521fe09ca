import { createChain } from '../chain/createChain.ts'
import { minerScript, payFromFaucet } from '../chain/faucet.ts'
import { unspentOf } from '../chain/history.ts'
import { mineBlock } from '../chain/mineBlock.ts'
import type { Chain, Coin } from '../chain/types.ts'
import { scriptHashOf } from '../wire/hash.ts'
import { scriptOfKind, type KindName } from './kinds.ts'

/** Seconds between two blocks of the tests. */
const pause = 600

/** A chain of 110 blocks whose clock moves only with its blocks. */
export type TestChain = Chain & {
  /** Mines blocks of what waits. */
  mine(blocks?: number): void
  /** Pays to a kind of script, and mines a block. @returns the new coin */
  pay(kind: KindName, amount?: bigint): Coin
}

/** Creates a chain for tests, without a server. */
export function createTestChain(): TestChain {
  let time = 1_760_000_000
  const chain = createChain(() => time * 1_000)
  const mine = (blocks = 1) => {
    for (let count = 0; count < blocks; count += 1) {
      time += pause
      mineBlock(chain, { script: minerScript })
    }
  }
  mine(110)
  return Object.assign(chain, {
    mine,
    pay(kind: KindName, amount = 1_000_000n) {
      const { transaction } = payFromFaucet(chain, scriptOfKind(kind), amount)
      mine()
      const coin = unspentOf(chain, scriptHashOf(scriptOfKind(kind))).find(
        ({ txid }) => txid === transaction.txid,
      )
      if (!coin) throw new Error('The payment has not arrived.')
      return coin
    },
  })
}
