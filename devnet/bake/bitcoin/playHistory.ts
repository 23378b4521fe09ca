import { createChain } from '../../src/bitcoin/chain/createChain.ts'
import type { Chain } from '../../src/bitcoin/chain/types.ts'
import { bitcoinHistory, historyMonths, month } from './history.ts'
import { walletOf } from './people.ts'
import { createWorld } from './world.ts'

/** Blocks before the history, so that rewards can be spent, and after it, as confirmations. */
const emptyBlocks = { before: 160, after: 12 }
/** Seconds between these blocks, and from a transaction to its block. */
const pause = 600
/** How many payments of 100 bitcoins the exchange gets. */
const reserves = 8

/**
 * Plays the history of the Bitcoin chain on an empty chain. It ends at `now`, in seconds since
 * 1970. The same time gives the same blocks, to the last byte.
 */
export function playHistory(now: number): Chain {
  const start = now - Math.round(historyMonths * month) - emptyBlocks.after * pause
  const clock = { now: 0 }
  const chain = createChain(() => clock.now)
  const world = createWorld(chain, clock)
  for (let count = emptyBlocks.before; count > 0; count -= 1) {
    world.moveTo(start - count * pause)
    world.mine()
  }
  for (let count = 0; count < reserves; count += 1)
    world.faucet(walletOf('exchange'), 10_000_000_000n)
  world.moveTo(start)
  world.mine()
  for (const [at, action] of bitcoinHistory()) {
    const time = start + Math.round(at * month)
    world.moveTo(time)
    action(world)
    world.moveTo(time + pause)
    if (chain.mempool.size > 0) world.mine()
  }
  for (let count = emptyBlocks.after - 1; count >= 0; count -= 1) {
    world.moveTo(now - count * pause)
    world.mine()
  }
  return chain
}
