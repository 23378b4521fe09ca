import type { Block } from '../wire/block.ts'
import { genesisBlock } from './genesis.ts'
import type { Chain } from './types.ts'

/** Creates a chain that has the first block alone. */
export function createChain(now: () => number = Date.now): Chain {
  return {
    blocks: [genesisBlock],
    coins: new Map(),
    entries: new Map(),
    mempool: new Map(),
    spenders: new Map(),
    scripts: new Map(),
    heights: new Map([[genesisBlock.hash, 0]]),
    counts: { arrivals: 0, branches: 0 },
    listeners: new Set(),
    now,
  }
}

/** The newest block. */
export const tipOf = ({ blocks }: Chain): Block => blocks.at(-1) ?? genesisBlock

/** The time of the chain, in seconds since 1970. */
export const secondsOf = ({ now }: Chain): number => Math.floor(now() / 1_000)

/** How many blocks the median time looks back. */
const medianSpan = 11

/** The time by which locks of the block after `height` are judged. BIP-113 */
export function medianTime(chain: Chain, height = tipOf(chain).height): number {
  const times = chain.blocks
    .slice(Math.max(0, height - medianSpan + 1), height + 1)
    .map(({ time }) => time)
    .sort((first, second) => first - second)
  return times[Math.floor(times.length / 2)] ?? 0
}
