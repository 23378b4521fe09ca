import type { ExecutedTransaction, TransactionError } from './types.ts'
import { readTransaction } from '../wire/readTransaction.ts'
import { feeOf } from './fees.ts'
import { memoOf } from './memoOf.ts'
import { slotLimits } from './slots.ts'
import { isWritable } from './resolveKeys.ts'

/** What lists of transactions tell of one. */
export type Summary = {
  signature: string
  slot: number
  /** Its place among all transactions of the chain, ascending. */
  order: number
  /** Seconds since 1970. */
  time: number
  err: TransactionError | null
  memo: string | null
  /** Micro-lamports for a compute unit. */
  unitPrice: bigint
  /** Addresses that are write-locked: no other transaction can change them at the same time. */
  locks: readonly string[]
}

/** The executed transactions, the oldest of which are forgotten when there are too many. */
export type History = {
  add(transaction: ExecutedTransaction): void
  find(signature: string): Summary | undefined
  /**
   * The slot of a transaction. Known also of one that was forgotten, as long as its blockhash may
   * be valid: else it could be executed again.
   */
  slotOf(signature: string): number | undefined
  /** The whole transaction. */
  read(signature: string): ExecutedTransaction | undefined
  /** Transactions that name the address, the oldest first. */
  ofAddress(address: string): readonly Summary[]
  /** Transactions of a slot, in their order. */
  ofSlot(slot: number): readonly Summary[]
  /** Slots with transactions, ascending. */
  slots(): readonly number[]
  count(): number
  /** The first slot of which everything is known. */
  firstSlot(): number
  /** The stored texts, the oldest first. */
  texts(): Iterable<Buffer>
}

/** The most transactions, and the bytes they may have together as JSON. */
export type HistoryLimits = { transactions: number; bytes: number }

type Entry = { summary: Summary; text: Buffer; addresses: readonly string[] }

/**
 * An empty history. Transactions are held as JSON text, which takes a fifth of the memory of their
 * objects.
 */
export function createHistory(limits: HistoryLimits): History {
  const bySignature = new Map<string, Entry>()
  const byAddress = new Map<string, Summary[]>()
  const bySlot = new Map<number, Summary[]>()
  const young = new Map<string, number>()
  let bytes = 0
  let first = 0
  let order = 0

  const forget = (entry: Entry): void => {
    const { signature, slot } = entry.summary
    bytes -= entry.text.length
    first = slot + 1
    bySignature.delete(signature)
    bySlot.delete(slot)
    for (const address of entry.addresses) {
      const list = byAddress.get(address)
      list?.shift()
      if (list?.length === 0) byAddress.delete(address)
    }
  }

  return {
    add(transaction) {
      const { signature, slot, time, err, raw, loaded } = transaction
      const { message } = readTransaction(Buffer.from(raw, 'base64'))
      const addresses = [...new Set([...message.keys, ...loaded.writable, ...loaded.readonly])]
      const locks = addresses.filter((_, index) =>
        isWritable(message, index, loaded.writable.length),
      )
      const summary: Summary = {
        signature,
        slot,
        order: (order += 1),
        time,
        err,
        memo: memoOf(message),
        unitPrice: feeOf(message).unitPrice,
        locks,
      }
      const text = Buffer.from(JSON.stringify(transaction))
      bySignature.set(signature, { summary, text, addresses })
      for (const address of addresses) addTo(byAddress, address, summary)
      addTo(bySlot, slot, summary)
      young.set(signature, slot)
      for (const [old, at] of young) {
        if (at >= slot - 2 * slotLimits.validity) break
        young.delete(old)
      }
      bytes += text.length
      for (const [, oldest] of bySignature) {
        if (bySignature.size <= limits.transactions && bytes <= limits.bytes) break
        forget(oldest)
      }
    },
    slotOf: (signature) => young.get(signature) ?? bySignature.get(signature)?.summary.slot,
    find: (signature) => bySignature.get(signature)?.summary,
    read(signature) {
      const entry = bySignature.get(signature)
      return entry && (JSON.parse(entry.text.toString()) as ExecutedTransaction) // written above
    },
    ofAddress: (address) => byAddress.get(address) ?? [],
    ofSlot: (slot) => bySlot.get(slot) ?? [],
    slots: () => [...bySlot.keys()],
    count: () => bySignature.size,
    firstSlot: () => first,
    texts: () => [...bySignature.values()].map(({ text }) => text),
  }
}

function addTo<key>(lists: Map<key, Summary[]>, key: key, summary: Summary): void {
  const list = lists.get(key)
  if (list) list.push(summary)
  else lists.set(key, [summary])
}
