import { setImmediate } from 'node:timers/promises'
import { limits } from '../limits.ts'
import type { WatchParts } from './lmdbHooks.ts'
import { afterAll, type Tables } from './lmdbTables.ts'
import type { LmdbUsage } from './lmdbUsage.ts'
import type { Writer } from './lmdbWriter.ts'
import { ShareError } from './mailboxStore.ts'
import { bucketOf, bytesOf } from './storeUsage.ts'
import { createWatchRoom } from './watchRoom.ts'
import { type EventRow, eventRow, readEvent } from './watchRows.ts'
import type { WatchEvent } from './watchStore.ts'

/** Number of rows that are read without a break when the store starts. */
const slice = 1_000

/**
 * The events that wait for their webhooks, ordered by the time at which they are due. A message
 * with several events is stored once.
 */
export class LmdbEvents {
  readonly #events: Tables['events']
  readonly #eventTexts: Tables['eventTexts']
  readonly #writer: Writer
  readonly #usage: LmdbUsage
  readonly #now: () => number
  readonly #onBad: () => void
  readonly #admit: WatchParts['admit']
  readonly #room = createWatchRoom()
  /** The number of waiting events of each message. */
  readonly #uses = new Map<number, number>()
  /**
   * Events that the relay is delivering. `at`: when the event was due. `isDecided`: whether its
   * result is known.
   */
  readonly #claimed = new Map<string, { at: number; isDecided: boolean }>()
  #reading: Promise<void> | undefined
  #isRead = false

  constructor({ tables: { events, eventTexts }, writer, usage, now, onBad, admit }: WatchParts) {
    this.#events = events
    this.#eventTexts = eventTexts
    this.#writer = writer
    this.#usage = usage
    this.#now = now
    this.#onBad = onBad
    this.#admit = admit
  }

  /** Reads the events that an earlier run has left. Until then no event can be claimed. */
  load(): Promise<void> {
    return (this.#reading ??= this.#read())
  }

  /**
   * Stores those of a message's events for which there is room, up to a maximum, in the same
   * transaction as the other writes of this turn of the event loop.
   * @returns the number of stored events
   * @throws StoreError
   */
  async add(wanted: readonly WatchEvent[]): Promise<number> {
    const noted: WatchEvent[] = []
    for (const event of wanted) {
      if (noted.length >= limits.watch.eventsOfMessage || !this.#isAdmitted(event)) continue
      this.#storeMessage(event.seq, event.data)
      this.#count(event, 1)
      this.#writer.put(this.#events, [event.at, event.id], eventRow(event))
      noted.push(event)
    }
    if (noted.length === 0) return 0
    await this.#writer.stored((isStored) => {
      if (!isStored) for (const event of noted) this.#count(event, -1)
    })
    return noted.length
  }

  async claim(limit: number, bytes = Infinity): Promise<readonly WatchEvent[]> {
    const found: WatchEvent[] = []
    if (!this.#isRead) return found
    let sum = 0
    for (const {
      key: [at, id],
      value,
    } of this.#events.getRange({ start: [0], end: [this.#now(), afterAll] })) {
      if (found.length >= limit) break
      if (this.#claimed.has(id)) continue
      const event = readEvent(value)
      const data = event && this.#messageOf(event)
      if (!event || typeof data !== 'string') {
        this.#dropEvent([at, id], event)
        continue
      }
      sum += data.length
      if (sum > bytes && found.length > 0) break
      this.#claimed.set(id, { at, isDecided: false })
      found.push({ ...event, data })
    }
    return found
  }

  async postpone(event: WatchEvent, milliseconds: number): Promise<void> {
    const mine = this.#decide(event)
    if (!mine) return
    this.#writer.remove(this.#events, [mine.at, event.id])
    this.#writer.put(this.#events, [this.#now() + milliseconds, event.id], eventRow(event))
    // until the row is written, the database still shows the old row
    await this.#writer.stored(() => this.#claimed.delete(event.id))
  }

  async finish(event: WatchEvent): Promise<void> {
    const mine = this.#decide(event)
    if (!mine) return
    this.#count(event, -1)
    this.#writer.remove(this.#events, [mine.at, event.id])
    if (!this.#uses.has(event.seq)) this.#writer.remove(this.#eventTexts, [event.seq])
    await this.#writer.stored((isStored) => {
      this.#claimed.delete(event.id)
      if (!isStored) this.#count(event, 1)
    })
  }

  /**
   * Counts an event, or stops counting it. A waiting event is counted until it is delivered or has
   * expired.
   */
  #count(event: WatchEvent, by: 1 | -1): void {
    this.#room.count(event, by, event.data.length)
    this.#countUse(event.seq, by)
    const end = bucketOf.message(event.at, event.at + limits.watch.retry)
    for (const owner of [event.client, event.holder])
      this.#usage.add(owner, 'message', end, by, by * bytesOf(event.data))
  }

  /**
   * Stores the message of an event, unless another event has stored it. Call this before the event
   * is counted.
   */
  #storeMessage(seq: number, data: string): void {
    if (!this.#uses.has(seq)) this.#writer.put(this.#eventTexts, [seq], data, data.length)
  }

  #countUse(seq: number, by: 1 | -1): void {
    const left = (this.#uses.get(seq) ?? 0) + by
    if (left > 0) this.#uses.set(seq, left)
    else this.#uses.delete(seq)
  }

  #messageOf({ data, seq }: EventRow): unknown {
    return data ?? this.#eventTexts.get([seq])
  }

  /** Whether there is room for an event. */
  #isAdmitted(event: WatchEvent): boolean {
    if (!this.#room.fits(event, event.data.length)) return false
    try {
      this.#admit(event.client, event.holder, { messages: 1, bytes: bytesOf(event.data) })
    } catch (error) {
      if (error instanceof ShareError) return false
      throw error
    }
    return true
  }

  /**
   * Marks a claimed event's result as known. Returns undefined if it was known already, or if the
   * event is not claimed.
   */
  #decide({ id }: WatchEvent): { at: number } | undefined {
    const mine = this.#claimed.get(id)
    if (!mine || mine.isDecided) return undefined
    mine.isDecided = true
    return mine
  }

  /** Removes an event whose row is damaged, or whose message is missing. */
  #dropEvent(key: [number, string], event: EventRow | undefined): void {
    this.#onBad()
    this.#writer.remove(this.#events, key)
    if (!event) return
    this.#room.count(event, -1, lengthOf(event))
    this.#countUse(event.seq, -1)
  }

  /** Reads all rows. Other work runs in between. */
  async #read(): Promise<void> {
    let start: [number, string] | undefined
    do {
      const rows = [
        ...this.#events.getRange({ ...(start && { start, exclusiveStart: true }), limit: slice }),
      ]
      for (const { key, value } of rows) this.#readRow(key, readEvent(value))
      start = rows.length < slice ? undefined : rows.at(-1)?.key
      await setImmediate()
    } while (start)
    this.#isRead = true
  }

  #readRow(key: [number, string], event: EventRow | undefined): void {
    if (!event) return this.#dropEvent(key, event)
    if (event.data !== undefined) {
      this.#storeMessage(event.seq, event.data)
      this.#writer.put(this.#events, key, eventRow({ ...event, data: event.data }))
    }
    // these counts are only in memory; those of `LmdbUsage` are already stored
    this.#room.count(event, 1, lengthOf(event))
    this.#countUse(event.seq, 1)
  }
}

const lengthOf = ({ data, length }: EventRow) => data?.length ?? length ?? 0
