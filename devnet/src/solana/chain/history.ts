import type { ExecutedTransaction, TransactionError } from './types.ts'
import { readTransaction } from '../wire/readTransaction.ts'
import { feeOf } from './fees.ts'
import { memoOf } from './memoOf.ts'
import { slotLimits } from './slots.ts'
import { isWritable } from './resolveKeys.ts'

/** What lists need to know of a transaction. */
export type Summary = {
  signature: string
  slot: number
  /** The transaction's number among all transactions of the chain, ascending. */
  order: number
  /** Seconds since 1970. */
  time: number
  err: TransactionError | null
  memo: string | null
  /** The price of a compute unit, in micro-lamports. */
  unitPrice: bigint
  /** The addresses that the transaction locks: no other can change them at the same time. */
  locks: readonly string[]
}

/** The executed transactions. When there are too many, the oldest are removed. */
export type History = {
  add(transaction: ExecutedTransaction): void
  find(signature: string): Summary | undefined
  /**
   * The slot of a transaction. It stays known after the transaction was removed, as long as its
   * blockhash may be valid, so that the transaction cannot be executed again.
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
  /** The first slot of which all transactions are stored. */
  firstSlot(): number
  /** The transactions as stored JSON texts, the oldest first. */
  texts(): Iterable<Buffer>
}

/** The maximum number of transactions, and the maximum bytes of all of them as JSON. */
export type HistoryLimits = { transactions: number; bytes: number }

type Entry = { summary: Summary; text: Buffer; addresses: readonly string[] }

/**
 * A history that is empty at first. It stores transactions as JSON text, which takes a fifth of the
 * memory that objects take.
 */
export class TextHistory implements History {
  readonly #limits: HistoryLimits
  readonly #bySignature = new Map<string, Entry>()
  readonly #byAddress = new Map<string, Summary[]>()
  readonly #bySlot = new Map<number, Summary[]>()
  readonly #young = new Map<string, number>()
  #bytes = 0
  #first = 0
  #order = 0

  constructor(limits: HistoryLimits) {
    this.#limits = limits
  }

  add(transaction: ExecutedTransaction): void {
    const { signature, slot, time, err, raw, loaded } = transaction
    const { message } = readTransaction(Buffer.from(raw, 'base64'))
    const addresses = [...new Set([...message.keys, ...loaded.writable, ...loaded.readonly])]
    const locks = addresses.filter((_, index) => isWritable(message, index, loaded.writable.length))
    const summary: Summary = {
      signature,
      slot,
      order: (this.#order += 1),
      time,
      err,
      memo: memoOf(message),
      unitPrice: feeOf(message).unitPrice,
      locks,
    }
    const text = Buffer.from(JSON.stringify(transaction))
    this.#bySignature.set(signature, { summary, text, addresses })
    for (const address of addresses) addTo(this.#byAddress, address, summary)
    addTo(this.#bySlot, slot, summary)
    this.#young.set(signature, slot)
    for (const [old, at] of this.#young) {
      if (at >= slot - 2 * slotLimits.validity) break
      this.#young.delete(old)
    }
    this.#bytes += text.length
    for (const [, oldest] of this.#bySignature) {
      if (this.#bySignature.size <= this.#limits.transactions && this.#bytes <= this.#limits.bytes)
        break
      this.#forget(oldest)
    }
  }

  slotOf(signature: string): number | undefined {
    return this.#young.get(signature) ?? this.#bySignature.get(signature)?.summary.slot
  }

  find(signature: string): Summary | undefined {
    return this.#bySignature.get(signature)?.summary
  }

  read(signature: string): ExecutedTransaction | undefined {
    const entry = this.#bySignature.get(signature)
    return entry && (JSON.parse(entry.text.toString()) as ExecutedTransaction) // written by `add`
  }

  ofAddress(address: string): Summary[] {
    return this.#byAddress.get(address) ?? []
  }

  ofSlot(slot: number): Summary[] {
    return this.#bySlot.get(slot) ?? []
  }

  slots(): number[] {
    return [...this.#bySlot.keys()]
  }

  count(): number {
    return this.#bySignature.size
  }

  firstSlot(): number {
    return this.#first
  }

  texts(): Buffer[] {
    return [...this.#bySignature.values()].map(({ text }) => text)
  }

  #forget(entry: Entry): void {
    const { signature, slot } = entry.summary
    this.#bytes -= entry.text.length
    this.#first = slot + 1
    this.#bySignature.delete(signature)
    this.#bySlot.delete(slot)
    for (const address of entry.addresses) {
      const list = this.#byAddress.get(address)
      list?.shift()
      if (list?.length === 0) this.#byAddress.delete(address)
    }
  }
}

function addTo<key>(lists: Map<key, Summary[]>, key: key, summary: Summary): void {
  const list = lists.get(key)
  if (list) list.push(summary)
  else lists.set(key, [summary])
}
