import { createHash } from 'node:crypto'
import { inTime, TimeLimitError, within } from '@latchkey/server/waiting'
import { StoreError } from './mailboxStore.ts'
import { linkCluster } from './redisCluster.ts'
import { redisScripts } from './redisScripts.ts'
import { times } from './redisSender.ts'
import { linkServer } from './redisServer.ts'

/** Redis as the store needs it, one server or a cluster. Everything settles within 5 s. */
export type RedisLink = {
  /** Runs a script; all keys lie in one slot. @throws StoreError */
  run(
    script: keyof typeof redisScripts,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<unknown>
  /** One command whose first argument is its key. @throws StoreError */
  command(name: string, key: string, ...args: readonly string[]): Promise<unknown>
  publish(channel: string, text: string): Promise<unknown>
  subscribe(channel: string, onText: (text: string) => void): Promise<void>
  unsubscribe(channel: string, onText: (text: string) => void): Promise<void>
  /** The memory section of every server's INFO, as text. @throws StoreError */
  memory(): Promise<readonly string[]>
  /** Resolves to whether a small value can be written now; clears a failure that is over. */
  probe(): Promise<boolean>
  close(): Promise<void>
}

export type RedisLinkOptions = {
  /** `redis://…` of one server, or of some nodes of a cluster. */
  urls: readonly string[]
  cluster: boolean
  /** Is called when the connection breaks; the error's text contains nothing secret. */
  onError: (error: Error) => void
  /** Is called after a break: notifications sent meanwhile are lost. */
  onGap: () => void
}

const shas = new Map(
  Object.entries(redisScripts).map(([name, text]) => [
    name,
    createHash('sha1').update(text).digest('hex'),
  ]),
)

/**
 * Connects, now or as soon as there is a Redis: until then every request fails at once, with the
 * reason as its cause.
 * @throws TypeError for an invalid address
 */
export async function createRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  let isConnected = false
  let isClosed = false
  let reason: Error | undefined
  let fail = () => {}
  const failed = new Promise<void>((resolve) => (fail = resolve))
  const onError = (error: Error) => {
    if (isClosed) return // this process closed it
    reason = withCode(error)
    fail()
    options.onError(reason)
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

  /**
   * Fails at once while Redis does not answer, so that requests do not pile up, until a probe is
   * answered.
   */
  async function inLimit<value>(work: () => Promise<value>): Promise<value> {
    if (!isConnected) throw new StoreError('failed', { cause: reason })
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
      await inTime(times.probe, link.probe())
      late = undefined
      return true
    } catch (error) {
      if (!(error instanceof TimeLimitError)) late = undefined // Redis answers
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
        if (
          !(error instanceof StoreError) ||
          !(error.cause instanceof Error) ||
          !error.cause.message.startsWith('NOSCRIPT')
        )
          throw error
        return send(key, ['EVAL', redisScripts[script], ...rest])
      }
    },
    command: (name, key, ...args) => send(key, [name, key, ...args]),
    publish: (channel, text) => send(channel, ['SPUBLISH', channel, text]),
    subscribe: (channel, onText) => inLimit(() => link.subscribe(channel, onText)),
    unsubscribe: (channel, onText) => inLimit(() => link.unsubscribe(channel, onText)),
    memory: () => inLimit(() => link.memory()),
    probe: probeOnce,
    async close() {
      isClosed = true
      clearInterval(looking)
      // a server that does not answer is not waited for
      await inTime(times.command, link.close()).catch(() => link.destroy())
    },
  }
}

/**
 * Whether Redis has become a replica of another server; its connections do not notice this by
 * themselves.
 */
const isDemoted = (error: unknown) => error instanceof Error && error.message.startsWith('READONLY')

/** Redis begins an error with a code, such as NOAUTH, which may be logged. */
function withCode(error: Error): Error {
  const [, code] = /^([A-Z]{2,20}) /.exec(error.message) ?? []
  return code === undefined || 'code' in error ? error : Object.assign(error, { code })
}

/**
 * Redis reports that it is full with an error that begins with OOM, also in the middle of a script.
 */
function errorOf(error: unknown): StoreError {
  if (error instanceof TimeLimitError) return new StoreError('late')
  return new StoreError(
    error instanceof Error && /\bOOM\b/.test(error.message) ? 'full' : 'failed',
    { cause: error instanceof Error ? withCode(error) : error },
  )
}
