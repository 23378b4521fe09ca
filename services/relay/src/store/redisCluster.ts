import { inTime, TimeLimitError, wait } from '@latchkey/server/waiting'
import { createCluster, RedisClient } from 'redis'
import {
  clientOptions,
  smallValue,
  times,
  type LinkSender,
  type RedisSender,
  type RedisLinkOptions,
} from './redisSender.ts'

type Cluster = ReturnType<typeof make>
type Master = Cluster['masters'][number]
type Listener = (text: string) => void
type Place = { host: string; port: number }

/** Number of channels to which it subscribes concurrently after a change of the cluster. */
const slice = 1_000

/**
 * Connections to a cluster. The library follows changes that a server reports, but does not notice
 * when a server stops answering. When a master has not answered for a while, new connections are
 * made from what the other masters report, and all channels are subscribed again.
 */
class ClusterSender implements RedisSender {
  readonly #urls: readonly string[]
  readonly #onError: (error: Error) => void
  readonly #onGap: () => void
  readonly #channelByListener = new Map<Listener, string>()
  readonly #pings = new WeakMap<object, Promise<unknown>>()
  readonly #closing = new AbortController()
  readonly #roots: Place[]
  #cluster: Cluster
  #isBroken = false
  #answeredAt = performance.now()
  /** Whether subscribing to some channels has failed. */
  #isDeaf = false

  constructor({ urls, onError, onGap }: RedisLinkOptions) {
    this.#urls = urls
    this.#onError = onError
    this.#onGap = onGap
    this.#roots = urls.map(placeOf)
    this.#cluster = this.#open(this.#roots)
  }

  async connect(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await this.#connect(this.#cluster)
        this.#follow().catch(this.#onError)
        return
      } catch (error) {
        if (error instanceof Error && !this.#closing.signal.aborted) this.#onError(error)
        this.#cluster.destroy()
        await wait(times.pause, this.#closing.signal)
        this.#cluster = this.#open(this.#roots)
      }
    }
  }

  renew(): void {
    // this class renews its connections itself
  }

  send(key: string, args: readonly string[]): Promise<unknown> {
    return this.#cluster.sendCommand(key, false, [...args])
  }

  async subscribe(channel: string, onText: (text: string) => void): Promise<void> {
    this.#channelByListener.set(onText, channel)
    try {
      await this.#cluster.sSubscribe(channel, onText)
    } catch (error) {
      this.#channelByListener.delete(onText)
      throw error
    }
  }

  async unsubscribe(channel: string, onText: (text: string) => void): Promise<void> {
    this.#channelByListener.delete(onText)
    await this.#cluster.sUnsubscribe(channel, onText)
  }

  probe(): Promise<unknown> {
    return Promise.all([
      this.#cluster.sendCommand('lk:health', false, [...smallValue]),
      ...this.#cluster.masters.map((master) => this.#pingMaster(this.#cluster, master)),
    ])
  }

  memory(): Promise<string[]> {
    return Promise.all(
      this.#cluster.masters.map(async (master) =>
        String(await (await this.#cluster.nodeClient(master)).sendCommand(['INFO', 'memory'])),
      ),
    )
  }

  async close(): Promise<void> {
    this.destroy()
  }

  destroy(): void {
    this.#closing.abort()
    this.#cluster.destroy()
  }

  #open(requested: readonly Place[]): Cluster {
    const made = make(this.#urls[0] ?? '', requested)
    const report = (error: unknown) => {
      if (made === this.#cluster && error instanceof Error) this.#onError(error)
    }
    made.on('error', report).on('node-error', report)
    // Servers are connected when they are first needed. So a connection is a reconnection only
    // after a break.
    made.on('node-reconnecting', () => {
      this.#isBroken = true
    })
    made.on('node-ready', () => {
      if (this.#isBroken && made === this.#cluster) this.#onGap()
      this.#isBroken = false
    })
    // When slots have moved, the library would subscribe again, but leave promises whose rejections
    // cannot be caught.
    made.removeAllListeners('__resubscribeListeners').on('__resubscribeListeners', () => {
      this.#subscribeAll(made).then(this.#onGap, (error: unknown) => {
        this.#isDeaf ||= made === this.#cluster
        report(error)
      })
    })
    return made
  }

  /**
   * Subscribes to all channels, including channels that are added meanwhile.
   * @returns these channels
   */
  async #subscribeAll(by: Cluster): Promise<ReadonlyMap<Listener, string>> {
    const done = new Map<Listener, string>()
    for (;;) {
      const part = [...this.#channelByListener]
        .filter(([onText]) => !done.has(onText))
        .slice(0, slice)
      if (part.length === 0) return done
      for (const [onText, channel] of part) done.set(onText, channel)
      await Promise.all(part.map(([onText, channel]) => by.sSubscribe(channel, onText)))
    }
  }

  /**
   * Sends a ping, unless one is unanswered on this connection. So pings to a silent server do not
   * pile up.
   */
  #ping(key: object, client: () => Promise<{ ping(): Promise<unknown> }>): Promise<unknown> {
    const begun = this.#pings.get(key) ?? client().then((each) => each.ping())
    this.#pings.set(key, begun)
    const end = () => void this.#pings.delete(key)
    begun.then(end, end)
    return begun
  }

  #pingMaster(by: Cluster, master: Master): Promise<unknown> {
    const { pubSub } = master
    return Promise.all([
      this.#ping(master, () => by.nodeClient(master)),
      pubSub && this.#ping(pubSub, async () => (await pubSub.connectPromise) ?? pubSub.client),
    ])
  }

  /** The masters that answer a ping in time. */
  async #answering(by: Cluster): Promise<readonly Master[]> {
    const answers = await Promise.all(
      by.masters.map((master) =>
        inTime(times.probe, this.#pingMaster(by, master)).then(
          () => [master],
          () => [],
        ),
      ),
    )
    return answers.flat()
  }

  async #connect(to: Cluster): Promise<void> {
    await inTime(times.command, to.connect())
    if ((await this.#answering(to)).length < to.masters.length)
      throw new TimeLimitError('A master of the cluster does not answer')
  }

  async #look(): Promise<void> {
    const masters = await this.#answering(this.#cluster)
    if (this.#closing.signal.aborted) return
    if (masters.length === this.#cluster.masters.length) this.#answeredAt = performance.now()
    if (this.#isDeaf || performance.now() - this.#answeredAt > times.ping)
      await this.#renew(masters)
  }

  async #renew(masters: readonly Master[]): Promise<void> {
    const [before, next] = [this.#cluster, this.#open(masters.length > 0 ? masters : this.#roots)]
    try {
      await this.#connect(next)
      const done = await inTime(times.command, this.#subscribeAll(next))
      if (this.#closing.signal.aborted) return next.destroy()
      this.#cluster = next
      this.#isDeaf = false
      this.#answeredAt = performance.now()
      before.destroy()
      this.#onGap()
      await Promise.all(
        [...this.#channelByListener]
          .filter(([onText]) => !done.has(onText))
          .map(([onText, channel]) => next.sSubscribe(channel, onText)),
      )
      await Promise.all(
        [...done]
          .filter(([onText]) => !this.#channelByListener.has(onText))
          .map(([onText, channel]) => next.sUnsubscribe(channel, onText)),
      )
    } catch {
      // the present connections report their errors themselves
      if (next === this.#cluster) this.#isDeaf = true
      else next.destroy()
    }
  }

  async #follow(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await wait(times.look, this.#closing.signal)
      await this.#look()
    }
  }
}

/** Connects to a cluster. */
export const linkCluster: LinkSender = (options) => new ClusterSender(options)

function placeOf(url: string): Place {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port) || 6_379 }
}

/**
 * Makes the connections to a cluster.
 * @param url has the user, the password, and whether to use TLS, for all servers
 * @param roots the servers that are asked which server has which slots
 */
function make(url: string, roots: readonly Place[]) {
  const {
    username,
    password,
    socket: { tls },
  } = RedisClient.parseURL(url)
  const signIn = {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
  }
  const socket = { ...clientOptions.socket, ...(tls === true && { tls }) }
  return createCluster({
    rootNodes: roots.map(({ host, port }) => ({ socket: { host, port } })),
    defaults: { ...clientOptions, ...signIn, socket },
    topologyRefreshOnReconnectionAttemptStrategy: false, // this file does it instead
  })
}
