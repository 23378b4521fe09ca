import { SiwxError } from '../SiwxError.ts'
import type { SiwxStore } from './siwxStore.ts'

/**
 * A connected client of Redis: that of `redis`, that of `ioredis`, or a function that sends one
 * command.
 */
export type RedisClient =
  | ((command: readonly string[]) => Promise<unknown>)
  | { sendCommand(command: string[]): Promise<unknown> }
  | { call(command: string, ...rest: string[]): Promise<unknown> }

/** Options of a store in Redis. */
export type RedisStoreOptions = {
  client: RedisClient
  /** The beginning of all keys. @default 'siwx:' */
  prefix?: string
  /** Milliseconds since 1970. @default the system's */
  clock?: { now(): number }
}

/**
 * A store in Redis, or in what speaks its protocol, for sites of several processes. It needs
 * `maxmemory-policy noeviction`: a spent nonce that is forgotten could be used again.
 */
export function createRedisStore({
  client,
  prefix = 'siwx:',
  clock = { now: () => Date.now() },
}: RedisStoreOptions): SiwxStore {
  const send = async (...command: readonly [string, ...string[]]) => {
    try {
      return await sendBy(client, command)
    } catch (cause) {
      throw new SiwxError('storeFailed', { cause })
    }
  }
  return {
    async add(key, text, until) {
      const ms = Math.ceil(until - clock.now())
      return ms > 0 && (await send('SET', prefix + key, text, 'PX', String(ms), 'NX')) !== null
    },
    async get(key) {
      const text = await send('GET', prefix + key)
      return typeof text === 'string' ? text : undefined
    },
    remove: async (key) => void (await send('DEL', prefix + key)),
  }
}

function sendBy(client: RedisClient, command: readonly [string, ...string[]]): Promise<unknown> {
  if (typeof client === 'function') return client(command)
  // the client of ioredis has a `sendCommand` too, which takes something else
  return 'call' in client ? client.call(...command) : client.sendCommand([...command])
}
