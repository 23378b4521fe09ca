import { setImmediate } from 'node:timers/promises'
import { limits } from '../limits.ts'
import type { WatchParts } from './lmdbHooks.ts'
import { afterAll } from './lmdbTables.ts'
import { ShareError } from './mailboxStore.ts'
import { bucketOf, bytesOf } from './storeUsage.ts'
import { createWatchRoom } from './watchRoom.ts'
import { type EventRow, eventRow, readEvent } from './watchRows.ts'
import type { WatchEvent } from './watchStore.ts'

/** Rows that are read at the start before other work runs. */
const slice = 1_000

/**
 * Waiting events, in the order in which they are due. A message is stored once for all its events.
 */
export function createEvents({
  tables: { events, eventTexts },
  writer,
  usage,
  now,
  onBad,
  admit,
}: WatchParts) {
  const room = createWatchRoom()
  /** How many events a message has. */
  const uses = new Map<number, number>()
  /** Claimed events: when they were due, and whether their outcome is decided. */
  const claimed = new Map<string, { at: number; isDecided: boolean }>()
  let reading: Promise<void> | undefined
  let isRead = false

  /** Counts an event, or stops counting it. An event waits until it is delivered, or expired. */
  function count(event: WatchEvent, by: 1 | -1): void {
    room.count(event, by, event.data.length)
    countUse(event.seq, by)
    const end = bucketOf.message(event.at, event.at + limits.watch.retry)
    for (const owner of [event.client, event.holder])
      usage.add(owner, 'message', end, by, by * bytesOf(event.data))
  }

  /** Stores the message, before the event is counted. */
  function storeMessage(seq: number, data: string): void {
    if (!uses.has(seq)) writer.put(eventTexts, [seq], data, data.length)
  }

  function countUse(seq: number, by: 1 | -1): void {
    const left = (uses.get(seq) ?? 0) + by
    if (left > 0) uses.set(seq, left)
    else uses.delete(seq)
  }

  const lengthOf = ({ data, length }: EventRow) => data?.length ?? length ?? 0
  const messageOf = ({ data, seq }: EventRow): unknown => data ?? eventTexts.get([seq])

  /** Whether the event has room. */
  function isAdmitted(event: WatchEvent): boolean {
    if (!room.fits(event, event.data.length)) return false
    try {
      admit(event.client, event.holder, { messages: 1, bytes: bytesOf(event.data) })
    } catch (error) {
      if (error instanceof ShareError) return false
      throw error
    }
    return true
  }

  /**
   * Decides the outcome of a claimed event; undefined where it is decided already or was not
   * claimed.
   */
  function decide({ id }: WatchEvent): { at: number } | undefined {
    const mine = claimed.get(id)
    if (!mine || mine.isDecided) return undefined
    mine.isDecided = true
    return mine
  }

  /** Removes a row that is damaged or whose message is missing. */
  function dropEvent(key: [number, string], event: EventRow | undefined): void {
    onBad()
    writer.remove(events, key)
    if (!event) return
    room.count(event, -1, lengthOf(event))
    countUse(event.seq, -1)
  }

  /** Reads the rows in slices. */
  async function read(): Promise<void> {
    let start: [number, string] | undefined
    do {
      const rows = [
        ...events.getRange({ ...(start && { start, exclusiveStart: true }), limit: slice }),
      ]
      for (const { key, value } of rows) readRow(key, readEvent(value))
      start = rows.length < slice ? undefined : rows.at(-1)?.key
      await setImmediate()
    } while (start)
    isRead = true
  }

  function readRow(key: [number, string], event: EventRow | undefined): void {
    if (!event) return dropEvent(key, event)
    if (event.data !== undefined) {
      storeMessage(event.seq, event.data)
      writer.put(events, key, eventRow({ ...event, data: event.data }))
    }
    room.count(event, 1, lengthOf(event)) // its share is stored with the others
    countUse(event.seq, 1)
  }

  return {
    /** Reads the events that waited when this process began; until then none can be claimed. */
    load: (): Promise<void> => (reading ??= read()),
    /** Stores as many events as there is room for, together with the other writes of this turn. */
    async add(wanted: readonly WatchEvent[]): Promise<number> {
      const noted: WatchEvent[] = []
      for (const event of wanted) {
        if (noted.length >= limits.watch.eventsOfMessage || !isAdmitted(event)) continue
        storeMessage(event.seq, event.data)
        count(event, 1)
        writer.put(events, [event.at, event.id], eventRow(event))
        noted.push(event)
      }
      if (noted.length === 0) return 0
      await writer.stored((isStored) => {
        if (!isStored) for (const event of noted) count(event, -1)
      })
      return noted.length
    },
    async claim(limit: number, bytes = Infinity): Promise<readonly WatchEvent[]> {
      const found: WatchEvent[] = []
      if (!isRead) return found
      let sum = 0
      for (const {
        key: [at, id],
        value,
      } of events.getRange({ start: [0], end: [now(), afterAll] })) {
        if (found.length >= limit) break
        if (claimed.has(id)) continue
        const event = readEvent(value)
        const data = event && messageOf(event)
        if (!event || typeof data !== 'string') {
          dropEvent([at, id], event)
          continue
        }
        sum += data.length
        if (sum > bytes && found.length > 0) break
        claimed.set(id, { at, isDecided: false })
        found.push({ ...event, data })
      }
      return found
    },
    async postpone(event: WatchEvent, milliseconds: number): Promise<void> {
      const mine = decide(event)
      if (!mine) return
      writer.remove(events, [mine.at, event.id])
      writer.put(events, [now() + milliseconds, event.id], eventRow(event))
      // the database shows the row until the write is done
      await writer.stored(() => claimed.delete(event.id))
    },
    async finish(event: WatchEvent): Promise<void> {
      const mine = decide(event)
      if (!mine) return
      count(event, -1)
      writer.remove(events, [mine.at, event.id])
      if (!uses.has(event.seq)) writer.remove(eventTexts, [event.seq])
      await writer.stored((isStored) => {
        claimed.delete(event.id)
        if (!isStored) count(event, 1)
      })
    },
  }
}
