import { toBase58 } from '@latchkey/protocol/base58'
import * as v from 'valibot'
import type { Chain } from '../chain/chain.ts'
import type { ExecutedTransaction, Json } from '../chain/types.ts'
import { readTransaction } from '../wire/readTransaction.ts'
import { accountKeys, briefMeta, encodeTransaction } from './encodeTransaction.ts'
import { lastingCommitmentOf } from './history.ts'
import { method, type Method } from './method.ts'
import { atPlace, ofTransactions, place, whole } from './params.ts'
import { RpcError } from './rpcError.ts'

/** The most slots that one call may span. */
const longestRange = 500_000

const how = v.nullish(v.object({ ...ofTransactions, transactionDetails: v.nullish(v.picklist(['full', 'accounts', 'signatures', 'none'])), rewards: v.nullish(v.boolean()) }))
type How = v.InferOutput<typeof how>

/** Methods about blocks. A block without transactions is known only while it is recent. */
export const blockMethods: Record<string, Method> = {
  getBlock: method(v.tuple([whole, how]), (chain, [slot, how]) => {
    refuseUnknown(chain, slot, chain.slots.at(lastingCommitmentOf(chain, how)).number)
    const executed = chain.history.ofSlot(slot).flatMap(({ signature }) => chain.history.read(signature) ?? [])
    const { hash, parent, time } = headOf(chain, slot, executed)
    return { blockHeight: slot, blockTime: time, blockhash: hash, parentSlot: Math.max(0, slot - 1), previousBlockhash: parent, ...contentOf(executed, how), ...(how?.rewards !== false && { rewards: [] }) }
  }),
  getBlockTime: method(v.tuple([whole]), (chain, [slot]) => {
    refuseUnknown(chain, slot, chain.slots.open().number)
    return headOf(chain, slot, chain.history.ofSlot(slot).flatMap(({ signature }) => chain.history.read(signature) ?? [])).time
  }),
  getBlocks: method(v.tuple([whole, v.nullish(v.union([whole, v.object(place)])), atPlace]), (chain, [first, second, third]) => {
    const newest = chain.slots.at(lastingCommitmentOf(chain, typeof second === 'number' ? third : (second ?? third))).number
    const last = Math.min(typeof second === 'number' ? second : newest, newest)
    if (last - first > longestRange) throw new RpcError('invalidParams', `Slot range too large; max ${longestRange}`)
    return blocksIn(chain, first, last)
  }),
  getBlocksWithLimit: method(v.tuple([whole, whole, atPlace]), (chain, [first, count, place]) => {
    if (count > longestRange) throw new RpcError('invalidParams', `Limit too large; max ${longestRange}`)
    return blocksIn(chain, first, chain.slots.at(lastingCommitmentOf(chain, place)).number).slice(0, count)
  }),
}

function contentOf(executed: readonly ExecutedTransaction[], how: How): { [key: string]: Json } {
  const details = how?.transactionDetails ?? 'full'
  if (details === 'none') return {}
  if (details === 'signatures') return { signatures: executed.map(({ signature }) => signature) }
  return { transactions: executed.map((one) => (details === 'full' ? encodeTransaction(one, how) : accountsOf(one, how))) }
}

function accountsOf(executed: ExecutedTransaction, how: How): Json {
  const { message, signatures } = readTransaction(Buffer.from(executed.raw, 'base64'))
  const { version } = encodeTransaction(executed, how)
  return { transaction: { signatures: signatures.map(toBase58), accountKeys: accountKeys(message, executed) }, meta: briefMeta(executed), ...(version !== undefined && { version }) }
}

function headOf({ slots }: Chain, slot: number, executed: readonly ExecutedTransaction[]): { hash: string; parent: string; time: number } {
  const [first] = executed
  if (first) return { hash: first.blockhash, parent: first.parent, time: first.time }
  const found = slots.find(slot)
  if (!found) throw new RpcError('slotSkipped', `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
  return { ...found, parent: slots.find(slot - 1)?.hash ?? found.hash }
}

function refuseUnknown({ history }: Chain, slot: number, newest: number): void {
  if (slot > newest) throw new RpcError('blockNotAvailable', `Block not available for slot ${slot}`)
  if (slot < history.firstSlot()) throw new RpcError('blockCleanedUp', `Block ${slot} cleaned up, does not exist on node. First available block: ${history.firstSlot()}`)
}

function blocksIn({ slots, history }: Chain, first: number, last: number): number[] {
  const known = new Set([...history.slots(), ...slots.newestFirst().map(({ number }) => number)])
  return [...known].filter((slot) => slot >= first && slot <= last).toSorted((one, other) => one - other)
}
