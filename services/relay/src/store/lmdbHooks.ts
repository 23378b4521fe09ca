import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import { createTurnsOf } from '../turnsOf.ts'
import type { Slices } from './createSlices.ts'
import { afterAll, minuteAfter, type Tables } from './lmdbTables.ts'
import type { LmdbUsage } from './lmdbUsage.ts'
import type { Writer } from './lmdbWriter.ts'
import { bucketOf, type Held, subscriptionBytes } from './storeUsage.ts'
import { readHook } from './watchRows.ts'
import type { Hook, NewHook } from './watchStore.ts'
import type { ClientId } from '../auth/didKey.ts'

/** Maximum of tags in one registration. */
const maxTags = 256
/** The units of work that reading one registration costs. */
const perHook = 3
const hookBytes = limits.watch.weight * subscriptionBytes

/** What the parts that handle watches share. */
export type WatchParts = {
  tables: Tables
  writer: Writer
  usage: LmdbUsage
  now: () => number
  onBad: () => void
  spend: Slices['spend']
  /**
   * Checks that the limits allow more data.
   * @throws ShareError; StoreError while nothing can be stored
   */
  admit: (client: ClientId, holder: string, more: Partial<Held>) => void
}

/** Options of {@link LmdbHooks}. */
export type HookOptions = WatchParts & { holderOf: (address: string) => string }

/** The registered webhooks, and which clients have one. */
export class LmdbHooks {
  readonly #hooks: Tables['hooks']
  readonly #due: Tables['due']
  readonly #writer: Writer
  readonly #usage: LmdbUsage
  readonly #now: () => number
  readonly #onBad: () => void
  readonly #spend: Slices['spend']
  readonly #admit: (client: ClientId, holder: string, more: Partial<Held>) => void
  readonly #holderOf: (address: string) => string
  readonly #watched = new Set<ClientId>()
  readonly #turnsOf = createTurnsOf()

  constructor({
    tables: { hooks, due },
    writer,
    usage,
    now,
    onBad,
    spend,
    admit,
    holderOf,
  }: HookOptions) {
    this.#hooks = hooks
    this.#due = due
    this.#writer = writer
    this.#usage = usage
    this.#now = now
    this.#onBad = onBad
    this.#spend = spend
    this.#admit = admit
    this.#holderOf = holderOf
  }

  of(client: ClientId): Hook[] {
    const found: Hook[] = []
    for (const { key, value } of this.#hooks.getRange({
      start: [client],
      end: [client, afterAll],
    })) {
      this.#spend(perHook)
      const hook = readHook(value)
      if (!hook) {
        this.#onBad()
        this.#writer.remove(this.#hooks, key)
      } else if (hook.ends > this.#now()) found.push(hook)
    }
    return found
  }

  isAny(): boolean {
    return this.#watched.size > 0
  }

  isWatched(client: ClientId): boolean {
    return this.#watched.has(client)
  }

  /** Reads which clients have a webhook. */
  load(): void {
    for (const [client] of this.#hooks.getKeys()) this.#watched.add(client)
  }

  register(client: ClientId, newHook: NewHook, address: string): Promise<boolean> {
    return this.#inTurn(client, async () => {
      const hook = { ...newHook, holder: this.#holderOf(address) }
      const before = this.of(client)
      const same = readHook(this.#hooks.get([client, hook.id])) // found even if it has expired
      if (
        before.filter(({ id }) => id !== hook.id).length >= relayWatch.maxWatches ||
        hook.tags.length > maxTags
      )
        return false
      if (!same)
        this.#admit(client, hook.holder, { subscriptions: limits.watch.weight, bytes: hookBytes })
      if (same) this.#countHook(client, same, -1)
      this.#countHook(client, hook, 1)
      this.#writer.put(this.#due, [minuteAfter(hook.ends), 'watch', client], true)
      this.#writer.put(this.#hooks, [client, hook.id], hook)
      await this.#writer.stored((isStored) => {
        if (isStored) return void this.#watched.add(client)
        this.#countHook(client, hook, -1)
        if (same) this.#countHook(client, same, 1)
      })
      return true
    })
  }

  unregister(client: ClientId, id: string): Promise<void> {
    return this.#inTurn(client, async () => {
      const before = this.of(client).find((hook) => hook.id === id)
      if (!before) return
      this.#countHook(client, before, -1)
      this.#writer.remove(this.#hooks, [client, id])
      await this.#writer.stored((isStored) => isStored || this.#countHook(client, before, 1))
      if (this.of(client).length === 0) this.#watched.delete(client)
    })
  }

  /** Removes the expired registrations of a client. @throws StoreError */
  expire(client: ClientId): Promise<void> {
    return this.#inTurn(client, async () => {
      const ended: Hook[] = []
      for (const { key, value } of this.#hooks.getRange({
        start: [client],
        end: [client, afterAll],
      })) {
        this.#spend(perHook)
        const hook = readHook(value)
        if (hook && hook.ends > this.#now()) continue
        if (hook) ended.push(hook)
        this.#writer.remove(this.#hooks, key)
      }
      for (const hook of ended) this.#countHook(client, hook, -1)
      if (ended.length > 0)
        await this.#writer.stored(
          (isStored) => isStored || ended.forEach((hook) => this.#countHook(client, hook, 1)),
        )
      if (this.of(client).length === 0) this.#watched.delete(client)
    })
  }

  /**
   * Runs the changes of one client one after the other, because the database shows a change only
   * when it is written.
   */
  #inTurn<result>(client: ClientId, change: () => Promise<result>): Promise<result> {
    return this.#turnsOf(client, (turns) => turns.run(change))
  }

  #countHook(client: ClientId, { holder, ends }: Hook, by: 1 | -1): void {
    for (const owner of [client, holder])
      this.#usage.add(
        owner,
        'subscription',
        bucketOf.subscription(ends),
        by * limits.watch.weight,
        by * hookBytes,
      )
  }
}
