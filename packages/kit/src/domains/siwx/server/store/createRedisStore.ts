import { SiwxError } from '../SiwxError.ts'
import type { SiwxStore } from './siwxStore.ts'

/** A connected Redis client of `redis` or `ioredis`, or a function that sends a command. */
export type RedisClient =
  | ((command: readonly string[]) => Promise<unknown>)
  | { sendCommand(command: string[]): Promise<unknown> }
  | { call(command: string, ...rest: string[]): Promise<unknown> }

/** The options of `createRedisStore`. */
export type RedisStoreOptions = {
  client: RedisClient
  /** The prefix of all keys. @default 'siwx:' */
  prefix?: string
  /** The clock, in milliseconds since 1970. @default the system's clock */
  clock?: { now(): number }
}

/**
 * Creates a store in Redis, or in a server with the same protocol, for sites with several
 * processes. Redis needs `maxmemory-policy noeviction`, because a spent nonce that it removes could
 * be used again.
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
  // `call` first, because the `sendCommand` of ioredis has other parameters
  return 'call' in client ? client.call(...command) : client.sendCommand([...command])
}
