import { createHash } from 'node:crypto'
import { createClient, createCluster } from 'redis'
import { inTime, TimeLimitError, wait, within } from '@latchkey/server/waiting'
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
 * silence it is made anew. `start`: for which a start waits for Redis. `pause`: at most, between two tries to connect.
 */
const times = { start: 2_000, pause: 2_000, command: 4_000, probe: 800, look: 1_000, ping: 3_000, silence: 10_000 }
/** Commands that wait for a connection; more are refused. */
const mostWaiting = 20_000

const shas = new Map(Object.entries(redisScripts).map(([name, text]) => [name, createHash('sha1').update(text).digest('hex')]))

/**
 * Connects, now or as soon as there is a Redis: until then everything fails at once, with the reason as its cause.
 * @throws TypeError for an address that is none
 */
export async function createRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  let isConnected = false
  let isClosed = false
  let why: Error | undefined
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  const onError = (error: Error) => {
    if (isClosed) return // it was ended by us
    why = error
    fail()
    options.onError(error)
  }
  const link = (options.cluster ? linkCluster : linkServer)({ ...options, onError })
  const connected = link.connect().then(() => void (isConnected = true), onError)
  await within(times.start, Promise.race([connected, failed]))
  let late: StoreError | undefined
  let renewed = -Infinity
  let probing: Promise<boolean> | undefined

  function renew(): void {
    if (performance.now() - renewed < times.look) return
    renewed = performance.now()
    link.renew()
  }

  /** While Redis does not answer nobody waits for it any more, and nothing piles up, until a probe is answered. */
  async function inLimit<value>(work: () => Promise<value>): Promise<value> {
    if (!isConnected) throw new StoreError('failed', { cause: why })
    if (late) throw late
    try {
      return await inTime(times.command, work())
    } catch (error) {
      if (error instanceof TimeLimitError) late ??= new StoreError('late')
      if (isDemoted(error)) renew()
      throw errorOf(error)
    }
  }

  async function probe(): Promise<boolean> {
    if (!isConnected) return false
    try {
      await inTime(times.probe, link.send('lk:health', ['SET', 'lk:health', '1', 'PX', '60000']))
      late = undefined
      return true
    } catch (error) {
      if (!(error instanceof TimeLimitError)) late = undefined // it answers
      if (isDemoted(error)) renew()
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
    if (late) probeOnce().catch(onError)
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
      isClosed = true
      clearInterval(looking)
      await inTime(times.command, link.close()).catch(() => link.destroy()) // whoever does not answer is left
    },
  }
}

/** Redis has become the replica of another one, which its connections do not hear of by themselves. */
const isDemoted = (error: unknown) => error instanceof Error && error.message.startsWith('READONLY')

/** Redis says that it is full by an error that begins with OOM, also in the middle of a script. */
function errorOf(error: unknown): StoreError {
  if (error instanceof TimeLimitError) return new StoreError('late')
  return new StoreError(error instanceof Error && /\bOOM\b/.test(error.message) ? 'full' : 'failed', { cause: error })
}

type Sender = Pick<RedisLink, 'hear' | 'unhear' | 'close'> & {
  /** Resolves when it is connected for the first time, or closed. */
  connect(): Promise<void>
  /** Makes the connections anew: their address may lead elsewhere now. */
  renew(): void
  send(key: string, args: readonly string[]): Promise<unknown>
  memory(): Promise<readonly string[]>
  destroy(): void
}

/** The library's own gives up for ever after a silence. */
const reconnectStrategy = (retries: number) => Math.min(times.pause, 50 * 2 ** Math.min(retries, 10))
const clientOptions = { commandOptions: { timeout: times.command }, commandsQueueMaxLength: mostWaiting, pingInterval: times.ping, socket: { socketTimeout: times.silence, reconnectStrategy } }

function linkServer({ urls: [url], onError, onGap }: RedisLinkOptions): Sender {
  const { pingInterval: _, ...ours } = clientOptions
  const client = createClient({ url, ...ours }).on('error', onError)
  const listener = client.duplicate().on('error', onError)
  const both = [client, listener]
  const heard = new Map(both.map((each) => [each, performance.now()]))

  const open = (each: typeof client) => void each.connect().catch(() => {}) // it tells by its events, and tries again by itself

  /** All that is listened to is listened to again. */
  function renew(each: typeof client): void {
    heard.set(each, performance.now())
    if (each.isOpen) each.destroy()
    open(each)
  }

  // a server that is gone without a word: what we write keeps the time limit of a socket from ending
  const looking = setInterval(() => {
    for (const each of both) {
      if (each.isReady) each.ping().then(() => heard.set(each, performance.now()), () => {}) // said below
      if (performance.now() - (heard.get(each) ?? 0) > times.silence) renew(each)
    }
  }, times.ping)
  looking.unref()

  function destroy(): void {
    clearInterval(looking)
    for (const each of both) if (each.isOpen) each.destroy()
  }

  return {
    async connect() {
      const ready = both.map((each) => new Promise((resolve) => each.once('ready', resolve)))
      both.forEach(open)
      await Promise.all(ready)
      listener.on('ready', onGap)
    },
    renew: () => both.forEach(renew),
    send: (_key, args) => client.sendCommand([...args]),
    hear: (channel, onText) => listener.sSubscribe(channel, onText),
    unhear: (channel, onText) => listener.sUnsubscribe(channel, onText),
    memory: async () => [String(await client.sendCommand(['INFO', 'memory']))],
    async close() {
      clearInterval(looking)
      await Promise.all(both.map((each) => (each.isReady ? each.close() : each.isOpen && each.destroy())))
    },
    destroy,
  }
}

function linkCluster({ urls, onError, onGap }: RedisLinkOptions): Sender {
  const cluster = createCluster({ rootNodes: urls.map((url) => ({ url })), defaults: clientOptions })
  cluster.on('error', onError).on('node-error', onError)
  const closing = new AbortController()

  // nodes are connected when they are first needed: only what comes after a break is a return
  let broken = false
  function follow(): void {
    cluster.on('node-reconnecting', () => {
      broken = true
    })
    cluster.on('node-ready', () => {
      if (broken) onGap()
      broken = false
    })
  }
  const destroy = () => {
    closing.abort()
    if (cluster.isOpen) cluster.destroy()
  }

  return {
    async connect() {
      while (!closing.signal.aborted) {
        try {
          await cluster.connect()
          return follow()
        } catch (error) {
          if (error instanceof Error && !closing.signal.aborted) onError(error)
          await wait(times.pause, closing.signal)
        }
      }
    },
    renew: () => {}, // a cluster says where a slot is
    send: (key, args) => cluster.sendCommand(key, false, [...args]),
    hear: (channel, onText) => cluster.sSubscribe(channel, onText),
    unhear: (channel, onText) => cluster.sUnsubscribe(channel, onText),
    memory: () => Promise.all(cluster.masters.map(async (master) => String(await (await cluster.nodeClient(master)).sendCommand(['INFO', 'memory'])))),
    close: async () => destroy(),
    destroy,
  }
}
