import { createHash } from 'node:crypto'
import { toBase58 } from '@latchkey/protocol/base58'
import type { Commitment } from './types.ts'

/**
 * Numbers of slots: for how many a blockhash is valid, after how many a slot is finalized, and how
 * many are stored.
 */
export const slotLimits = { validity: 150, finality: 32, known: 512 } as const

/** A slot. Every slot of this chain has a block, so its number is also the height of its block. */
export type Slot = { number: number; hash: string /** Seconds since 1970. */; time: number }

/** The slots of the chain. The last slot is open for new transactions. */
export type Slots = {
  open(): Slot
  /** The last slot that has reached the commitment. */
  at(commitment: Commitment): Slot
  /** The slot with this number; undefined if it is in the future or no longer stored. */
  find(number: number): Slot | undefined
  /** The slot with this blockhash; undefined if it is not stored. */
  ofHash(hash: string): Slot | undefined
  /**
   * Ends the open slot and opens the next slot. `content` is a text of what the slot contains,
   * which makes its hash unique.
   */
  advance(content: string, time: number): void
  /** Opens a slot long after the currently open slot. The slots just before it are generated. */
  skipTo(number: number, time: number): void
  /** The stored slots, the newest first. */
  newestFirst(): readonly Slot[]
}

/** After how many further slots a slot reaches each commitment. */
const lag: Record<Commitment, number> = {
  processed: 0,
  confirmed: 1,
  finalized: slotLimits.finality,
}

/**
 * Creates the slots of a chain; `first` is the open slot. `time` is in seconds since 1970. Some
 * slots before `first` are generated, so that a finalized slot exists from the start.
 * @param seed a text that makes the hashes differ from those of other runs
 */
export function createSlots({
  first,
  time,
  slotMs,
  seed,
}: {
  first: number
  time: number
  slotMs: number
  seed: string
}): Slots {
  const byNumber = new Map<number, Slot>()
  const byHash = new Map<string, Slot>()
  const add = (slot: Slot): void => {
    byNumber.set(slot.number, slot)
    byHash.set(slot.hash, slot)
    const old = byNumber.get(slot.number - slotLimits.known)
    if (!old) return
    byNumber.delete(old.number)
    byHash.delete(old.hash)
  }
  let open: Slot = { number: 0, hash: hashOf(seed, 0, ''), time: 0 }
  const advance = (content: string, time: number): void => {
    const number = open.number + 1
    open = {
      number,
      hash: hashOf(open.hash, number, content),
      time: Math.max(open.time, Math.floor(time)),
    }
    add(open)
  }
  const skipTo = (number: number, time: number): void => {
    byNumber.clear()
    byHash.clear()
    const start = Math.max(0, number - slotLimits.known + 1)
    const timeOf = (slot: number) => time - ((number - slot) * slotMs) / 1_000
    open = { number: start, hash: hashOf(open.hash, start, ''), time: Math.floor(timeOf(start)) }
    add(open)
    while (open.number < number) advance('', timeOf(open.number + 1))
  }
  skipTo(first, time)
  return {
    open: () => open,
    at: (commitment) => byNumber.get(Math.max(0, open.number - lag[commitment])) ?? open,
    find: (number) => byNumber.get(number),
    ofHash: (hash) => byHash.get(hash),
    advance,
    skipTo,
    newestFirst: () => [...byNumber.values()].toReversed(),
  }
}

function hashOf(parent: string, number: number, content: string): string {
  return toBase58(createHash('sha256').update(`${parent} ${number} ${content}`).digest())
}
