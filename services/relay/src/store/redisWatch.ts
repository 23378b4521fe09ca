import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import { ShareError } from './mailboxStore.ts'
import type { RedisAdmission } from './redisAdmission.ts'
import type { RedisLink } from './redisLink.ts'
import type { RedisUsage } from './redisUsage.ts'
import { bytesOf, subscriptionBytes } from './storeUsage.ts'
import { DamagedRowError } from './lmdbRows.ts'
import { eventsOf, type MessageUpdate, tagOf } from './watchEvents.ts'
import { type EventRow, readEvent, readHook } from './watchRows.ts'
import type { Hook, NewHook, WatchEvent, WatchStore } from './watchStore.ts'
import type { ClientId } from '../auth/didKey.ts'

const { weight } = limits.watch
const prefix = 'lk:{watch}:'
const key = (name: string) => prefix + name
const [clients, due, events, sizes, eventTexts] = [
  key('clients'),
  key('due'),
  key('events'),
  key('sizes'),
  key('told'),
]
const hooksKey = (client: ClientId) => key(`c:${client}`)
/** The channel on which relay processes announce that a client is watched. */
const channel = 'lk:{watch}'
/** Milliseconds after which a process reads the watched clients again. */
const refresh = 60_000

/** Number of clients whose webhooks are read together. */
const together = 8

type Options = {
  link: RedisLink
  usage: RedisUsage
  onError: (error: Error) => void
  admission: RedisAdmission
}

const namesOf = ({ client, holder }: WatchEvent) => [client, holder].filter((name) => name !== '')

/** Watched clients and their events, in a Redis that several relay processes share. */
export class RedisWatch implements WatchStore {
  readonly #link: RedisLink
  readonly #usage: RedisUsage
  readonly #onError: (error: Error) => void
  readonly #admission: RedisAdmission
  #watched = new Set<ClientId>()
  #notify: (() => void) | undefined
  #refreshing: NodeJS.Timeout | undefined
  #onDropped: (dropped: number) => void = () => {}
  /**
   * Is called with an announced client. It is always the same function, so that subscribing again
   * does not add a second listener.
   */
  // only ids of clients are announced
  readonly #onWatched = (client: string) => void this.#watched.add(client as ClientId)

  constructor({ link, usage, onError, admission }: Options) {
    this.#link = link
    this.#usage = usage
    this.#onError = onError
    this.#admission = admission
  }

  async key(offered: string): Promise<string> {
    return String(await this.#link.run('watchKey', [key('key')], [offered]))
  }

  async start(onEvent: () => void, onDropped = (_events: number) => {}): Promise<void> {
    this.#notify = onEvent
    this.#onDropped = onDropped
    await this.#link.subscribe(channel, this.#onWatched)
    await this.load()
    clearInterval(this.#refreshing)
    this.#refreshing = setInterval(() => {
      this.load().catch(this.#onError)
    }, refresh)
    this.#refreshing.unref()
  }

  async register(client: ClientId, newHook: NewHook, address: string): Promise<boolean> {
    const hook = { ...newHook, holder: await this.#admission.holderOf(address) }
    const isKnown = (await this.#hooksOf(client)).some(({ id }) => id === hook.id)
    if (!isKnown)
      await this.#admission.admit(client, hook.holder, {
        subscriptions: weight,
        bytes: weight * subscriptionBytes,
      })
    const replaced = await this.#link.run(
      'watchRegister',
      [hooksKey(client), clients],
      [client, hook.id, JSON.stringify(hook), String(relayWatch.maxWatches)],
    )
    if (typeof replaced !== 'string') return false
    await this.#countHooks(client, hook, replaced)
    this.#watched.add(client)
    await this.#link.publish(channel, client)
    return true
  }

  async unregister(client: ClientId, id: string): Promise<void> {
    await this.#countHooks(
      client,
      undefined,
      String(await this.#link.run('watchUnregister', [hooksKey(client), clients], [client, id])),
    )
  }

  async claim(limit: number, bytes = Infinity): Promise<WatchEvent[]> {
    const found = texts(
      await this.#link.run(
        'watchClaim',
        [due, events, eventTexts],
        [String(limit), String(limits.watch.lease), String(Math.min(bytes, 1e12))],
      ),
    )
    return found.flatMap((text, index) =>
      index % 2 === 0
        ? readOr(text, (value) => withMessage(readEvent(value), found[index + 1]), this.#onError)
        : [],
    )
  }

  async postpone({ id }: WatchEvent, milliseconds: number): Promise<void> {
    await this.#link.run('watchPostpone', [due], [id, String(milliseconds)])
  }

  async finish(event: WatchEvent): Promise<void> {
    const isOver = await this.#link.run(
      'watchFinish',
      [due, events, sizes, eventTexts],
      [event.id, String(Buffer.byteLength(event.data)), ...namesOf(event)],
    )
    if (isOver === 1) await this.#countEvent(event, -1)
  }

  /** Reads the watched clients from Redis. */
  async load(): Promise<void> {
    if (!this.#notify) return
    const before = this.#watched
    this.#watched = new Set(before) // also collects clients that are announced meanwhile
    const found = texts(await this.#link.run('watchClients', [clients], [key('c:')]))
    const reported = [...this.#watched].filter((client) => !before.has(client))
    // only ids of clients are stored there
    this.#watched = new Set([...(found as ClientId[]), ...reported])
  }

  isAny(): boolean {
    return this.#watched.size > 0
  }

  isWatched(client: ClientId): boolean {
    return this.#watched.has(client)
  }

  /** Stores the events that the updates of a message cause, as far as there is room. */
  async note(updates: readonly MessageUpdate[]): Promise<void> {
    const { found, missed } = await eventsOfAll(updates, (client) => this.#hooksOf(client))
    const dropped =
      missed + found.length - (await this.#noteAll(found.slice(0, limits.watch.eventsOfMessage)))
    if (dropped > 0) this.#onDropped(dropped)
    if (found.length > 0) this.#notify?.()
  }

  close(): void {
    clearInterval(this.#refreshing)
  }

  async #hooksOf(client: ClientId): Promise<Hook[]> {
    return texts(await this.#link.run('watchHooks', [hooksKey(client)], [])).flatMap((text) =>
      readOr(text, readHook, this.#onError),
    )
  }

  /** Counts the message of an event until the event expires, or stops counting it. */
  #countEvent(event: WatchEvent, by: 1 | -1): Promise<void> {
    return this.#usage.message(namesOf(event), by, event.data, {
      from: event.at,
      until: event.at + limits.watch.retry,
    })
  }

  /**
   * Stores an event.
   * @returns whether there was room; true also for an event that is already stored
   */
  async #noteOne(event: WatchEvent): Promise<boolean> {
    try {
      await this.#admission.admit(event.client, event.holder, {
        messages: 1,
        bytes: bytesOf(event.data),
      })
    } catch (error) {
      if (error instanceof ShareError) return false
      throw error
    }
    const { data, ...stored } = event
    const room = namesOf(event).flatMap((name) => [
      name,
      ...Object.values(
        name === event.client ? limits.watch.waiting.client : limits.watch.waiting.address,
      ).map(String),
    ])
    const send = (message: string) =>
      this.#link.run(
        'watchNote',
        [due, events, sizes, eventTexts, key(`seen:${event.id}`)],
        [
          event.id,
          JSON.stringify(stored),
          String(event.seq),
          message,
          String(limits.requestMemory),
          String(Buffer.byteLength(data)),
          ...room,
        ],
      )
    const answer = await send('')
    const noted = answer === -2 ? await send(data) : answer
    if (noted === 1) await this.#countEvent(event, 1)
    return noted !== -1
  }

  /**
   * Stores events. The first stored event also stores the message, so that the other events, which
   * follow concurrently, need not send it again.
   * @returns the number of events for which there was room
   */
  async #noteAll(found: readonly WatchEvent[]): Promise<number> {
    let refused = 0
    for (const event of found) {
      if (await this.#noteOne(event)) break
      refused += 1
    }
    const others = await Promise.all(found.slice(refused + 1).map((event) => this.#noteOne(event)))
    return Math.min(1, found.length - refused) + others.filter(Boolean).length
  }

  /** Counts a new registration, and stops counting the registration that it replaces. */
  async #countHooks(client: ClientId, added: Hook | undefined, replaced: string): Promise<void> {
    const rows =
      replaced === ''
        ? []
        : readOr(replaced, readHook, this.#onError).flatMap(({ ends, holder }) =>
            Array<string>(weight).fill(`${ends} ${holder}`),
          )
    await this.#usage.subscriptions(
      client,
      added && { end: added.ends, holder: added.holder, count: weight },
      rows,
    )
  }
}

/**
 * The events that the updates of a message cause. `missed`: the number of clients whose webhooks
 * were not read, because the other clients had too many.
 */
async function eventsOfAll(
  updates: readonly MessageUpdate[],
  hooksOf: (client: ClientId) => Promise<Hook[]>,
): Promise<{ found: WatchEvent[]; missed: number }> {
  const found: WatchEvent[] = []
  const [first] = updates
  if (!first) return { found, missed: 0 }
  const tag = tagOf(first.data)
  let looked = 0
  for (let start = 0; start < updates.length; start += together) {
    if (looked >= limits.watch.hooksOfMessage) return { found, missed: updates.length - start }
    const part = await Promise.all(
      updates
        .slice(start, start + together)
        .map(async (update) => ({ update, hooks: await hooksOf(update.client) })),
    )
    for (const { update, hooks } of part) {
      looked += hooks.length
      found.push(...eventsOf(update, hooks, tag))
    }
  }
  return { found, missed: 0 }
}

/**
 * Joins an event and its message. Events that an earlier version has stored contain the message.
 */
function withMessage(
  event: EventRow | undefined,
  message: string | undefined,
): WatchEvent | undefined {
  const data = event?.data ?? message
  return event && data ? { ...event, data } : undefined
}

/**
 * Reads a stored value as a list with one item; an invalid value is reported, and the list is
 * empty.
 */
function readOr<value>(
  text: string,
  read: (value: unknown) => value | undefined,
  onError: (error: Error) => void,
): value[] {
  try {
    const found = read(JSON.parse(text))
    if (found !== undefined) return [found]
  } catch {
    // the text is not JSON
  }
  onError(new DamagedRowError('A value in Redis is damaged'))
  return []
}

function texts(answer: unknown): string[] {
  if (!Array.isArray(answer)) throw new TypeError('Redis answered something else than a list')
  return answer.map(String)
}
