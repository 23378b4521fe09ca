import { toBase58 } from '@latchkey/protocol/base58'
import * as v from 'valibot'
import type { Chain } from '../chain/chain.ts'
import type { ExecutedTransaction, Json } from '../chain/types.ts'
import { genesisHash } from '../chain/genesis.ts'
import { readTransaction } from '../wire/readTransaction.ts'
import { accountKeys, briefMeta, encodeTransaction } from './encodeTransaction.ts'
import { lastingCommitmentOf } from './history.ts'
import { method, type Method } from './method.ts'
import { atPlace, ofTransactions, place, whole } from './params.ts'
import { RpcError } from './rpcError.ts'

/** The maximum number of slots in the range of a call. */
const longestRange = 500_000

const config = v.nullish(
  v.object({
    ...ofTransactions,
    transactionDetails: v.nullish(v.picklist(['full', 'accounts', 'signatures', 'none'])),
    rewards: v.nullish(v.boolean()),
  }),
)
type BlockConfig = v.InferOutput<typeof config>

/** Hash and time of a block, and slot and hash of its parent. */
type Head = { hash: string; time: number; parent: { slot: number; hash: string } }

/** The first block of every chain. Its parent is itself. */
const firstBlock: Head = { hash: genesisHash, time: 0, parent: { slot: 0, hash: '1'.repeat(32) } }

/**
 * Methods about blocks. A slot without transactions counts as skipped, except the first slot. Real
 * networks have no empty blocks, because each block contains votes of validators.
 */
export const blockMethods: Record<string, Method> = {
  getBlock: method(v.tuple([whole, config]), (chain, [slot, config]) => {
    refuseUnknown(chain, slot, chain.slots.at(lastingCommitmentOf(chain, config)).number)
    const executed = chain.history
      .ofSlot(slot)
      .flatMap(({ signature }) => chain.history.read(signature) ?? [])
    const { hash, parent, time } = headOf(chain, slot, executed)
    return {
      blockHeight: slot,
      blockTime: time,
      blockhash: hash,
      parentSlot: parent.slot,
      previousBlockhash: parent.hash,
      ...contentOf(executed, config),
      ...(config?.rewards !== false && { rewards: [] }),
    }
  }),
  getBlockTime: method(v.tuple([whole]), (chain, [slot]) => {
    refuseUnknown(chain, slot, chain.slots.open().number)
    return headOf(
      chain,
      slot,
      chain.history.ofSlot(slot).flatMap(({ signature }) => chain.history.read(signature) ?? []),
    ).time
  }),
  getBlocks: method(
    v.tuple([whole, v.nullish(v.union([whole, v.object(place)])), atPlace]),
    (chain, [first, second, third]) => {
      const newest = chain.slots.at(
        lastingCommitmentOf(chain, typeof second === 'number' ? third : (second ?? third)),
      ).number
      const last = Math.min(typeof second === 'number' ? second : newest, newest)
      if (last - first > longestRange)
        throw new RpcError('invalidParams', `Slot range too large; max ${longestRange}`)
      return blocksIn(chain, first, last)
    },
  ),
  getBlocksWithLimit: method(v.tuple([whole, whole, atPlace]), (chain, [first, count, place]) => {
    if (count > longestRange)
      throw new RpcError('invalidParams', `Limit too large; max ${longestRange}`)
    return blocksIn(chain, first, chain.slots.at(lastingCommitmentOf(chain, place)).number).slice(
      0,
      count,
    )
  }),
}

function contentOf(
  executed: readonly ExecutedTransaction[],
  config: BlockConfig,
): { [key: string]: Json } {
  const details = config?.transactionDetails ?? 'full'
  if (details === 'none') return {}
  if (details === 'signatures') return { signatures: executed.map(({ signature }) => signature) }
  return {
    transactions: executed.map((one) =>
      details === 'full' ? encodeTransaction(one, config) : accountsOf(one, config),
    ),
  }
}

function accountsOf(executed: ExecutedTransaction, config: BlockConfig): Json {
  const { message, signatures } = readTransaction(Buffer.from(executed.raw, 'base64'))
  const { version } = encodeTransaction(executed, config)
  return {
    transaction: {
      signatures: signatures.map(toBase58),
      accountKeys: accountKeys(message, executed),
    },
    meta: briefMeta(executed),
    ...(version !== undefined && { version }),
  }
}

function headOf({ history }: Chain, slot: number, executed: readonly ExecutedTransaction[]): Head {
  if (slot === 0) return firstBlock
  const [first] = executed
  if (!first)
    throw new RpcError(
      'slotSkipped',
      `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
    )
  const before = history.slots().findLast((one) => one < slot)
  const [earlier] =
    before === undefined
      ? []
      : history.ofSlot(before).flatMap(({ signature }) => history.read(signature) ?? [])
  return {
    hash: first.blockhash,
    time: first.time,
    parent: earlier
      ? { slot: earlier.slot, hash: earlier.blockhash }
      : { slot: 0, hash: firstBlock.hash },
  }
}

function refuseUnknown({ history }: Chain, slot: number, newest: number): void {
  if (slot > newest) throw new RpcError('blockNotAvailable', `Block not available for slot ${slot}`)
  if (slot < history.firstSlot())
    throw new RpcError(
      'blockCleanedUp',
      `Block ${slot} cleaned up, does not exist on node. First available block: ${history.firstSlot()}`,
    )
}

function blocksIn({ history }: Chain, first: number, last: number): number[] {
  const known = history.firstSlot() === 0 ? [0, ...history.slots()] : history.slots()
  return known.filter((slot) => slot >= first && slot <= last)
}
