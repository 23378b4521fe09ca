import { createHash } from 'node:crypto'
import { inTime, TimeLimitError, within } from '@latchkey/server/waiting'
import { StoreError } from './mailboxStore.ts'
import { linkCluster } from './redisCluster.ts'
import { redisScripts } from './redisScripts.ts'
import { times, type RedisSender, type RedisLinkOptions } from './redisSender.ts'
import { linkServer } from './redisServer.ts'

/**
 * The functions of Redis that the store needs, for a single server or a cluster. Every promise
 * settles within 5 s.
 */
export type RedisLink = {
  /** Runs a script. All keys have to be in one slot. @throws StoreError */
  run(
    script: keyof typeof redisScripts,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<unknown>
  /** Sends a command whose first argument is its key. @throws StoreError */
  command(name: string, key: string, ...args: readonly string[]): Promise<unknown>
  publish(channel: string, text: string): Promise<unknown>
  subscribe(channel: string, onText: (text: string) => void): Promise<void>
  unsubscribe(channel: string, onText: (text: string) => void): Promise<void>
  /** The section `memory` of every server's INFO, as text. @throws StoreError */
  memory(): Promise<readonly string[]>
  /**
   * Resolves to whether a small value can be written now. As soon as Redis answers, even with an
   * error, requests are sent to it again.
   */
  probe(): Promise<boolean>
  close(): Promise<void>
}

const shas = new Map(
  Object.entries(redisScripts).map(([name, text]) => [
    name,
    createHash('sha1').update(text).digest('hex'),
  ]),
)

/** Gives every request a time limit, and checks when Redis answers again. */
class LimitedLink implements RedisLink {
  readonly #options: RedisLinkOptions
  #isConnected = false
  #isClosed = false
  #reason: Error | undefined
  #fail: () => void = () => {}
  readonly #sender: RedisSender
  #late: StoreError | undefined
  #renewed = -Infinity
  #probing: Promise<boolean> | undefined
  #looking: NodeJS.Timeout | undefined

  constructor(options: RedisLinkOptions) {
    this.#options = options
    this.#sender = (options.cluster ? linkCluster : linkServer)({
      ...options,
      onError: (error) => this.#onError(error),
    })
  }

  /**
   * Starts to connect. Resolves when it is connected, when the first attempt has failed, or after a
   * time limit.
   */
  async begin(): Promise<void> {
    const failed = new Promise<void>((resolve) => (this.#fail = resolve))
    const connected = this.#sender.connect().then(
      () => void (this.#isConnected = true),
      (error: Error) => this.#onError(error),
    )
    await within(times.start, Promise.race([connected, failed]))
    this.#looking = setInterval(() => {
      if (this.#late) this.probe().catch((error: Error) => this.#onError(error))
    }, times.look)
    this.#looking.unref()
  }

  async run(
    script: keyof typeof redisScripts,
    keys: readonly string[],
    args: readonly string[],
  ): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args]
    const key = keys[0] ?? ''
    try {
      return await this.#send(key, ['EVALSHA', shas.get(script) ?? '', ...rest])
    } catch (error) {
      if (
        !(error instanceof StoreError) ||
        !(error.cause instanceof Error) ||
        !error.cause.message.startsWith('NOSCRIPT')
      )
        throw error
      return this.#send(key, ['EVAL', redisScripts[script], ...rest])
    }
  }

  command(name: string, key: string, ...args: readonly string[]): Promise<unknown> {
    return this.#send(key, [name, key, ...args])
  }

  publish(channel: string, text: string): Promise<unknown> {
    return this.#send(channel, ['SPUBLISH', channel, text])
  }

  subscribe(channel: string, onText: (text: string) => void): Promise<void> {
    return this.#inLimit(() => this.#sender.subscribe(channel, onText))
  }

  unsubscribe(channel: string, onText: (text: string) => void): Promise<void> {
    return this.#inLimit(() => this.#sender.unsubscribe(channel, onText))
  }

  memory(): Promise<readonly string[]> {
    return this.#inLimit(() => this.#sender.memory())
  }

  probe(): Promise<boolean> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#looking)
    // a server that does not answer would block `close`
    await inTime(times.command, this.#sender.close()).catch(() => this.#sender.destroy())
  }

  #onError(error: Error): void {
    if (this.#isClosed) return // this process has closed the connection
    this.#reason = withCode(error)
    this.#fail()
    this.#options.onError(this.#reason)
  }

  #renew(): void {
    if (performance.now() - this.#renewed < times.look) return
    this.#renewed = performance.now()
    this.#sender.renew()
  }

  /**
   * Runs work with the time limit. After a request without an answer, further requests fail at
   * once, so that they do not pile up. This ends when Redis answers a probe.
   */
  async #inLimit<value>(work: () => Promise<value>): Promise<value> {
    if (!this.#isConnected) throw new StoreError('failed', { cause: this.#reason })
    if (this.#late) throw this.#late
    try {
      return await inTime(times.command, work())
    } catch (error) {
      if (error instanceof TimeLimitError) this.#late ??= new StoreError('late')
      if (isDemoted(error)) this.#renew()
      throw errorOf(error)
    }
  }

  async #probe(): Promise<boolean> {
    if (!this.#isConnected) return false
    try {
      await inTime(times.probe, this.#sender.probe())
      this.#late = undefined
      return true
    } catch (error) {
      // an error is an answer, so Redis answers again
      if (!(error instanceof TimeLimitError)) this.#late = undefined
      if (isDemoted(error)) this.#renew()
      return false
    }
  }

  #send(key: string, args: readonly string[]): Promise<unknown> {
    return this.#inLimit(() => this.#sender.send(key, args))
  }
}

/**
 * Connects to Redis. If Redis cannot be reached, it keeps trying, and until then every request
 * fails with the reason as its cause.
 * @throws TypeError for an invalid address
 */
export async function createRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const link = new LimitedLink(options)
  await link.begin()
  return link
}

/**
 * Whether Redis has become a replica of another server. The connections do not notice this, and
 * writes fail.
 */
const isDemoted = (error: unknown) => error instanceof Error && error.message.startsWith('READONLY')

/**
 * Adds `code` to an error of Redis whose text begins with a code, such as NOAUTH. The log shows
 * codes, but not the texts of errors.
 */
function withCode(error: Error): Error {
  const [, code] = /^([A-Z]{2,20}) /.exec(error.message) ?? []
  return code === undefined || 'code' in error ? error : Object.assign(error, { code })
}

/**
 * The StoreError for an error of Redis. When Redis is full, its error contains OOM, at the start or
 * after the name of a script.
 */
function errorOf(error: unknown): StoreError {
  if (error instanceof TimeLimitError) return new StoreError('late')
  return new StoreError(
    error instanceof Error && /\bOOM\b/.test(error.message) ? 'full' : 'failed',
    { cause: error instanceof Error ? withCode(error) : error },
  )
}
