import { createHash } from 'node:crypto'
import { createClient, createCluster } from 'redis'
import { redisScripts } from './redisScripts.ts'

/** What the store needs of Redis, be it one server or a cluster. */
export type RedisLink = {
  /** Runs a script; all keys lie in one slot. */
  run(script: keyof typeof redisScripts, keys: readonly string[], args: readonly string[]): Promise<unknown>
  /** One command whose first argument is its key. */
  command(name: 'ZREM' | 'EXISTS', key: string, ...args: readonly string[]): Promise<unknown>
  say(channel: string, text: string): Promise<unknown>
  hear(channel: string, onText: (text: string) => void): Promise<void>
  unhear(channel: string, onText: (text: string) => void): Promise<void>
  close(): Promise<void>
}

export type RedisLinkOptions = {
  /** `redis://…` of one server, or of some nodes of a cluster. */
  urls: readonly string[]
  cluster: boolean
  /** Hears when the connection breaks; nothing of an error's text may be secret here. */
  onError: (error: Error) => void
  /** After a break: what was said meanwhile was not heard. */
  onGap: () => void
}

/** Milliseconds that one command may take. */
const commandLimit = 5_000

const shas = new Map(Object.entries(redisScripts).map(([name, text]) => [name, createHash('sha1').update(text).digest('hex')]))

/** Connects. @throws the connection's error when nobody answers at the start */
export async function createRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const link = options.cluster ? await linkCluster(options) : await linkServer(options)
  const send = (key: string, args: readonly string[]) => link.send(key, args)
  return {
    async run(script, keys, args) {
      const rest = [String(keys.length), ...keys, ...args]
      const key = keys[0] ?? ''
      try {
        return await send(key, ['EVALSHA', shas.get(script) ?? '', ...rest])
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
        return send(key, ['EVAL', redisScripts[script], ...rest])
      }
    },
    command: (name, key, ...args) => send(key, [name, key, ...args]),
    say: (channel, text) => send(channel, ['SPUBLISH', channel, text]),
    hear: link.hear,
    unhear: link.unhear,
    close: link.close,
  }
}

type Sender = Pick<RedisLink, 'hear' | 'unhear' | 'close'> & { send(key: string, args: readonly string[]): Promise<unknown> }

async function linkServer({ urls: [url], onError, onGap }: RedisLinkOptions): Promise<Sender> {
  const commandOptions = { timeout: commandLimit }
  const client = createClient({ url, commandOptions }).on('error', onError)
  const listener = client.duplicate().on('error', onError)
  const close = async () => void (await Promise.all([client, listener].map((each) => (each.isReady ? each.close() : each.destroy()))))
  await connect([client, listener], close)
  listener.on('ready', onGap)
  return {
    send: (_, args) => client.sendCommand([...args]),
    hear: (channel, onText) => listener.sSubscribe(channel, onText),
    unhear: (channel, onText) => listener.sUnsubscribe(channel, onText),
    close,
  }
}

async function linkCluster({ urls, onError, onGap }: RedisLinkOptions): Promise<Sender> {
  const cluster = createCluster({ rootNodes: urls.map((url) => ({ url })), commandOptions: { timeout: commandLimit } })
  cluster.on('error', onError).on('node-error', onError)
  const close = async () => cluster.destroy()
  await connect([cluster], close)
  // nodes are connected when they are first needed: only what comes after a break is a return
  let broken = false
  cluster.on('node-reconnecting', () => {
    broken = true
  })
  cluster.on('node-ready', () => {
    if (broken) onGap()
    broken = false
  })
  return {
    send: (key, args) => cluster.sendCommand(key, false, [...args]),
    hear: (channel, onText) => cluster.sSubscribe(channel, onText),
    unhear: (channel, onText) => cluster.sUnsubscribe(channel, onText),
    close,
  }
}

async function connect(clients: readonly { connect(): Promise<unknown> }[], close: () => Promise<void>): Promise<void> {
  try {
    await Promise.all(clients.map((client) => client.connect()))
  } catch (error) {
    await close()
    throw error
  }
}
