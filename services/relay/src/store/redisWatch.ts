import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import type { ClientId } from './mailboxStore.ts'
import type { RedisLink } from './redisLink.ts'
import { DamagedRowError } from './lmdbRows.ts'
import { eventsOf, type Happening } from './watchEvents.ts'
import { readEvent, readHook } from './watchRows.ts'
import type { Hook, WatchEvent, WatchStore } from './watchStore.ts'

const prefix = 'lk:{watch}:'
const key = (name: string) => prefix + name
const [clients, due, events, sizes] = [key('clients'), key('due'), key('events'), key('sizes')]
const hooksKey = (client: ClientId) => key(`c:${client}`)
/** On which nodes say that a client is watched. */
const channel = 'lk:{watch}'
/** Milliseconds after which a node looks again who is watched. */
const refresh = 60_000

/** Watched clients and their events, which all nodes share. */
export function createRedisWatch(link: RedisLink, onError: (error: Error) => void) {
  let watched = new Set<ClientId>()
  let tell: (() => void) | undefined
  let refreshing: NodeJS.Timeout | undefined

  const onWatched = (client: string) => void watched.add(client as ClientId) // as a node said it

  /** Who is watched, as Redis knows it. */
  async function load(): Promise<void> {
    if (!tell) return
    const before = watched
    watched = new Set(before) // takes what is said meanwhile
    const found = texts(await link.run('watchClients', [clients], [key('c:')]))
    const said = [...watched].filter((client) => !before.has(client))
    watched = new Set([...(found as ClientId[]), ...said]) // as they were stored
  }

  async function hooksOf(client: ClientId): Promise<Hook[]> {
    return texts(await link.run('watchHooks', [hooksKey(client)], [])).flatMap((text) => readOr(text, readHook, onError))
  }

  async function noteOne(event: WatchEvent): Promise<void> {
    const most = [limits.watch.events, limits.watch.bytes, limits.requestMemory].map(String)
    await link.run('watchNote', [due, events, sizes, key(`seen:${event.id}`)], [event.client, event.id, JSON.stringify(event), ...most])
  }

  const store: WatchStore = {
    key: async (offered) => String(await link.run('watchKey', [key('key')], [offered])),
    async start(onEvent) {
      tell = onEvent
      await link.hear(channel, onWatched)
      await load()
      clearInterval(refreshing)
      refreshing = setInterval(() => {
        load().catch(onError)
      }, refresh)
      refreshing.unref()
    },
    async register(client, hook) {
      const answer = await link.run('watchRegister', [hooksKey(client), clients], [client, hook.id, JSON.stringify(hook), String(relayWatch.most)])
      if (answer !== 1) return false
      watched.add(client)
      await link.say(channel, client)
      return true
    },
    async unregister(client, id) {
      await link.run('watchUnregister', [hooksKey(client), clients], [client, id])
    },
    claim: async (limit) => texts(await link.run('watchClaim', [due, events], [String(limit), String(limits.watch.lease)])).flatMap((text) => readOr(text, readEvent, onError)),
    async postpone({ id }, milliseconds) {
      await link.run('watchPostpone', [due], [id, String(milliseconds)])
    },
    async finish({ client, id }) {
      await link.run('watchFinish', [due, events, sizes], [client, id])
    },
  }

  return {
    store,
    load,
    isAny: () => watched.size > 0,
    isWatched: (client: ClientId) => watched.has(client),
    /** Keeps what is to be told. */
    async note(happenings: readonly Happening[]): Promise<void> {
      const found = (await Promise.all(happenings.map(async (happening) => eventsOf(happening, await hooksOf(happening.client))))).flat()
      await Promise.all(found.map(noteOne))
      if (found.length > 0) tell?.()
    },
    close: () => clearInterval(refreshing),
  }
}

/** What is no value of ours is passed over. */
function readOr<value>(text: string, read: (value: unknown) => value | undefined, onError: (error: Error) => void): value[] {
  try {
    const found = read(JSON.parse(text))
    if (found !== undefined) return [found]
  } catch {
    // it is no JSON
  }
  onError(new DamagedRowError('A value in Redis is damaged'))
  return []
}

function texts(answer: unknown): string[] {
  if (!Array.isArray(answer)) throw new TypeError('Redis answered something else than a list')
  return answer.map(String)
}
