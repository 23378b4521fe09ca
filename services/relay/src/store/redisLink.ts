import { createHash } from 'node:crypto'
import { createClient, createCluster } from 'redis'
import { inTime, TimeLimitError } from '@latchkey/server/waiting'
import { StoreError } from './mailboxStore.ts'
import { redisScripts } from './redisScripts.ts'

/** What the store needs of Redis, be it one server or a cluster. Everything settles within 5 s. */
export type RedisLink = {
  /** Runs a script; all keys lie in one slot. @throws StoreError */
  run(script: keyof typeof redisScripts, keys: readonly string[], args: readonly string[]): Promise<unknown>
  /** One command whose first argument is its key. @throws StoreError */
  command(name: 'EXISTS', key: string, ...args: readonly string[]): Promise<unknown>
  say(channel: string, text: string): Promise<unknown>
  hear(channel: string, onText: (text: string) => void): Promise<void>
  unhear(channel: string, onText: (text: string) => void): Promise<void>
  /** What every server says of its memory, as text. @throws StoreError */
  memory(): Promise<readonly string[]>
  /** Says whether a small value can be written now; ends a failure that is over. */
  probe(): Promise<boolean>
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

/**
 * Milliseconds. `command`: one command, from us to its answer; the library's own limit ends when a command is sent. `probe`: a look
 * whether Redis is well again, and the pause between two. `ping`, `silence`: how often every connection is tried, and after how much
 * silence it is made anew.
 */
const times = { start: 10_000, command: 4_000, probe: 800, look: 1_000, ping: 3_000, silence: 10_000 }
/** Commands that wait for a connection; more are refused. */
const mostWaiting = 20_000

const shas = new Map(Object.entries(redisScripts).map(([name, text]) => [name, createHash('sha1').update(text).digest('hex')]))

/** Connects. @throws the connection's error when nobody answers at the start */
export async function createRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const link = options.cluster ? await linkCluster(options) : await linkServer(options)
  let late: StoreError | undefined
  let probing: Promise<boolean> | undefined

  /** While Redis does not answer nobody waits for it any more, and nothing piles up, until a probe is answered. */
  async function inLimit<value>(work: () => Promise<value>): Promise<value> {
    if (late) throw late
    try {
      return await inTime(times.command, work())
    } catch (error) {
      if (error instanceof TimeLimitError) late ??= new StoreError('late')
      throw errorOf(error)
    }
  }

  async function probe(): Promise<boolean> {
    try {
      await inTime(times.probe, link.send('lk:health', ['SET', 'lk:health', '1', 'PX', '60000']))
      late = undefined
      return true
    } catch (error) {
      if (!(error instanceof TimeLimitError)) late = undefined // it answers
      return false
    }
  }

  function probeOnce(): Promise<boolean> {
    probing ??= probe().finally(() => {
      probing = undefined
    })
    return probing
  }

  const looking = setInterval(() => {
    if (late) probeOnce().catch(options.onError)
  }, times.look)
  looking.unref()

  const send = (key: string, args: readonly string[]) => inLimit(() => link.send(key, args))
  return {
    async run(script, keys, args) {
      const rest = [String(keys.length), ...keys, ...args]
      const key = keys[0] ?? ''
      try {
        return await send(key, ['EVALSHA', shas.get(script) ?? '', ...rest])
      } catch (error) {
        if (!(error instanceof StoreError) || !(error.cause instanceof Error) || !error.cause.message.startsWith('NOSCRIPT')) throw error
        return send(key, ['EVAL', redisScripts[script], ...rest])
      }
    },
    command: (name, key, ...args) => send(key, [name, key, ...args]),
    say: (channel, text) => send(channel, ['SPUBLISH', channel, text]),
    hear: (channel, onText) => inLimit(() => link.hear(channel, onText)),
    unhear: (channel, onText) => inLimit(() => link.unhear(channel, onText)),
    memory: () => inLimit(() => link.memory()),
    probe: probeOnce,
    async close() {
      clearInterval(looking)
      await inTime(times.command, link.close()).catch(() => link.destroy()) // whoever does not answer is left
    },
  }
}

/** Redis says that it is full by an error that begins with OOM, also in the middle of a script. */
function errorOf(error: unknown): StoreError {
  if (error instanceof TimeLimitError) return new StoreError('late')
  return new StoreError(error instanceof Error && /\bOOM\b/.test(error.message) ? 'full' : 'failed', { cause: error })
}

type Sender = Pick<RedisLink, 'hear' | 'unhear' | 'close'> & {
  send(key: string, args: readonly string[]): Promise<unknown>
  memory(): Promise<readonly string[]>
  destroy(): void
}

const clientOptions = { commandOptions: { timeout: times.command }, commandsQueueMaxLength: mostWaiting, pingInterval: times.ping, socket: { socketTimeout: times.silence } }

async function linkServer({ urls: [url], onError, onGap }: RedisLinkOptions): Promise<Sender> {
  const client = createClient({ url, ...clientOptions }).on('error', onError)
  const listener = client.duplicate().on('error', onError)
  const destroy = () => [client, listener].forEach((each) => each.isOpen && each.destroy())
  const close = async () => void (await Promise.all([client, listener].map((each) => (each.isReady ? each.close() : each.destroy()))))
  await connect([client, listener], destroy)
  listener.on('ready', onGap)
  return {
    send: (_, args) => client.sendCommand([...args]),
    hear: (channel, onText) => listener.sSubscribe(channel, onText),
    unhear: (channel, onText) => listener.sUnsubscribe(channel, onText),
    memory: async () => [String(await client.sendCommand(['INFO', 'memory']))],
    close,
    destroy,
  }
}

async function linkCluster({ urls, onError, onGap }: RedisLinkOptions): Promise<Sender> {
  const cluster = createCluster({ rootNodes: urls.map((url) => ({ url })), defaults: clientOptions })
  cluster.on('error', onError).on('node-error', onError)
  const destroy = () => cluster.destroy()
  await connect([cluster], destroy)
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
    memory: () => Promise.all(cluster.masters.map(async (master) => String(await (await cluster.nodeClient(master)).sendCommand(['INFO', 'memory'])))),
    close: async () => destroy(),
    destroy,
  }
}

async function connect(clients: readonly { connect(): Promise<unknown> }[], destroy: () => void): Promise<void> {
  try {
    await inTime(times.start, Promise.all(clients.map((client) => client.connect())))
  } catch (error) {
    destroy()
    throw error
  }
}
