import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import { createTurnsOf } from '../turnsOf.ts'
import type { Slices } from './createSlices.ts'
import { afterAll, minuteAfter, type Tables } from './lmdbTables.ts'
import type { createUsage } from './lmdbUsage.ts'
import type { Writer } from './lmdbWriter.ts'
import type { ClientId } from './mailboxStore.ts'
import { bucketOf, type Held, subscriptionBytes } from './storeUsage.ts'
import { readHook } from './watchRows.ts'
import type { Hook, NewHook } from './watchStore.ts'

/** Tags of one registration. */
const maxTags = 256
/** Units of a slice that reading a registration takes. */
const perHook = 3
const hookBytes = limits.watch.weight * subscriptionBytes

/** Options that the parts of watches share. */
export type WatchParts = {
  tables: Tables
  writer: Writer
  usage: ReturnType<typeof createUsage>
  now: () => number
  onBad: () => void
  spend: Slices['spend']
  /**
   * Checks the shares, and reserves the bytes. @throws ShareError; StoreError while nothing can be
   * stored
   */
  admit: (client: ClientId, holder: string, more: Partial<Held>) => void
}

type Options = WatchParts & { holderOf: (address: string) => string }

/** Watched clients, and their webhooks. */
export function createHooks({
  tables: { hooks, due },
  writer,
  usage,
  now,
  onBad,
  spend,
  admit,
  holderOf,
}: Options) {
  const watched = new Set<ClientId>()
  const turnsOf = createTurnsOf()
  /**
   * Makes changes of a client one after the other: the database shows a change once it is written.
   */
  const inTurn = <result>(client: ClientId, change: () => Promise<result>): Promise<result> =>
    turnsOf(client, (turns) => turns.run(change))

  function hooksOf(client: ClientId): Hook[] {
    const found: Hook[] = []
    for (const { key, value } of hooks.getRange({ start: [client], end: [client, afterAll] })) {
      spend(perHook)
      const hook = readHook(value)
      if (!hook) {
        onBad()
        writer.remove(hooks, key)
      } else if (hook.ends > now()) found.push(hook)
    }
    return found
  }

  function countHook(client: ClientId, { holder, ends }: Hook, by: 1 | -1): void {
    for (const owner of [client, holder])
      usage.add(
        owner,
        'subscription',
        bucketOf.subscription(ends),
        by * limits.watch.weight,
        by * hookBytes,
      )
  }

  return {
    of: hooksOf,
    isAny: () => watched.size > 0,
    isWatched: (client: ClientId) => watched.has(client),
    /** Reads which clients are watched. */
    load(): void {
      for (const [client] of hooks.getKeys()) watched.add(client)
    },
    register: (client: ClientId, newHook: NewHook, address: string): Promise<boolean> =>
      inTurn(client, async () => {
        const hook = { ...newHook, holder: holderOf(address) }
        const before = hooksOf(client)
        const same = readHook(hooks.get([client, hook.id])) // also a registration that has ended
        if (
          before.filter(({ id }) => id !== hook.id).length >= relayWatch.maxWatches ||
          hook.tags.length > maxTags
        )
          return false
        if (!same)
          admit(client, hook.holder, { subscriptions: limits.watch.weight, bytes: hookBytes })
        if (same) countHook(client, same, -1)
        countHook(client, hook, 1)
        writer.put(due, [minuteAfter(hook.ends), 'watch', client], true)
        writer.put(hooks, [client, hook.id], hook)
        await writer.stored((isStored) => {
          if (isStored) return void watched.add(client)
          countHook(client, hook, -1)
          if (same) countHook(client, same, 1)
        })
        return true
      }),
    unregister: (client: ClientId, id: string): Promise<void> =>
      inTurn(client, async () => {
        const before = hooksOf(client).find((hook) => hook.id === id)
        if (!before) return
        countHook(client, before, -1)
        writer.remove(hooks, [client, id])
        await writer.stored((isStored) => isStored || countHook(client, before, 1))
        if (hooksOf(client).length === 0) watched.delete(client)
      }),
    /** Removes the registrations of a client that have ended. @throws StoreError */
    expire: (client: ClientId): Promise<void> =>
      inTurn(client, async () => {
        const ended: Hook[] = []
        for (const { key, value } of hooks.getRange({ start: [client], end: [client, afterAll] })) {
          spend(perHook)
          const hook = readHook(value)
          if (hook && hook.ends > now()) continue
          if (hook) ended.push(hook)
          writer.remove(hooks, key)
        }
        for (const hook of ended) countHook(client, hook, -1)
        if (ended.length > 0)
          await writer.stored(
            (isStored) => isStored || ended.forEach((hook) => countHook(client, hook, 1)),
          )
        if (hooksOf(client).length === 0) watched.delete(client)
      }),
  }
}
