import { completeBlock, type Block } from '../wire/block.ts'
import { hash256, hashOf, showHash } from '../wire/hash.ts'
import { merkleTree } from '../wire/merkle.ts'
import { coinbaseOutpoint, completeTransaction, type Transaction } from '../wire/transaction.ts'
import { pushNumber } from '../wire/write.ts'
import { connectBlock, sumOf } from './connectBlock.ts'
import { medianTime, secondsOf, tipOf } from './createChain.ts'
import { subsidyAt, workTarget } from './genesis.ts'
import { ancestorsOf } from './mempool.ts'
import type { Chain, Entry } from './types.ts'

/** How much weight of waiting transactions goes into a block. */
const maxWeight = 3_996_000
/** All miners of today vote with this version for nothing. BIP-9 */
const blockVersion = 0x2000_0000
/** What an output that commits to the witnesses begins with. BIP-141 */
const commitmentPrefix = Buffer.from('6a24aa21a9ed', 'hex')

/** Options for a block. */
export type MineOptions = {
  /** The script that gets the reward. */
  script: Buffer
  /** Seconds since 1970. @default the time of the chain, or the earliest allowed time after it */
  time?: number
  /** The ids of the waiting transactions that the block may have. @default all */
  only?: ReadonlySet<string>
}

/** Makes a block of all that waits, best fees first, and adds it at the tip. */
export function mineBlock(chain: Chain, { script, time, only }: MineOptions): Block {
  const tip = tipOf(chain)
  const chosen = chooseWaiting(chain).filter(
    ({ transaction }) => only?.has(transaction.txid) ?? true,
  )
  const coinbase = createCoinbase(chain, { script, chosen })
  const transactions = [coinbase, ...chosen.map(({ transaction }) => transaction)]
  const block = work(
    tip.height + 1,
    {
      version: blockVersion,
      previous: tip.hash,
      merkleRoot: showHash(merkleTree(transactions.map(({ txid }) => hashOf(txid))).root),
      time: time ?? Math.max(secondsOf(chain), medianTime(chain) + 1),
      bits: tip.bits,
      nonce: 0,
    },
    transactions,
  )
  connectBlock(chain, block)
  return block
}

/** Finds the nonce of a block. Half of all nonces are good. */
function work(
  height: number,
  fields: Parameters<typeof completeBlock>[1],
  transactions: readonly Transaction[],
): Block {
  for (let nonce = 0; ; nonce += 1) {
    const block = completeBlock(height, { ...fields, nonce }, transactions)
    if (BigInt(`0x${block.hash}`) <= workTarget) return block
  }
}

/** Chooses waiting transactions by their fees, each after the ones that it spends from. */
function chooseWaiting(chain: Chain): Entry[] {
  const chosen = new Set<Entry>()
  let weight = 0
  const byRate = [...chain.mempool.values()].sort(
    (first, second) => rateOf(second) - rateOf(first) || first.position - second.position,
  )
  for (const entry of byRate) {
    const family = [...ancestorsOf(chain, entry.transaction), entry]
      .filter((relative) => !chosen.has(relative))
      .sort((first, second) => first.position - second.position)
    const more = family.reduce((total, { transaction }) => total + transaction.weight, 0)
    if (weight + more > maxWeight) continue
    weight += more
    for (const relative of family) chosen.add(relative)
  }
  return [...chosen]
}

const rateOf = ({ fee, transaction }: Entry): number => Number(fee) / transaction.vsize

/** The first transaction of the next block: it pays the reward and commits to the witnesses. */
function createCoinbase(
  chain: Chain,
  { script, chosen }: { script: Buffer; chosen: readonly Entry[] },
): Transaction {
  const height = tipOf(chain).height + 1
  const reserved = Buffer.alloc(32)
  const wtxids = [reserved, ...chosen.map(({ transaction }) => hashOf(transaction.wtxid))]
  const commitment = hash256(Buffer.concat([merkleTree(wtxids).root, reserved]))
  const fees = sumOf(chosen.map(({ fee }) => ({ value: fee })))
  return completeTransaction({
    version: 2,
    lockTime: 0,
    inputs: [
      {
        ...coinbaseOutpoint,
        // the second number makes the blocks of each branch different
        script: Buffer.concat([pushNumber(height), pushNumber(chain.counts.branches)]),
        sequence: 0xffff_ffff,
        witness: [reserved],
      },
    ],
    outputs: [
      { value: subsidyAt(height) + fees, script },
      { value: 0n, script: Buffer.concat([commitmentPrefix, commitment]) },
    ],
  })
}
