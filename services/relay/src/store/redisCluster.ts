import { inTime, TimeLimitError, wait } from '@latchkey/server/waiting'
import { createCluster, RedisClient } from 'redis'
import { clientOptions, smallValue, times, type LinkSender } from './redisSender.ts'

type Cluster = ReturnType<typeof make>
type Master = Cluster['masters'][number]
type Listener = (text: string) => void
type Place = { host: string; port: number }

/** Channels that are subscribed to again at once. */
const slice = 1_000

/**
 * A cluster. The library follows changes that a server reports, but does not notice a silent
 * server: when a master has not answered for a while, a new connection is made with the cluster's
 * view of the other masters, and all channels are subscribed to again.
 */
export const linkCluster: LinkSender = ({ urls, onError, onGap }) => {
  const channelByListener = new Map<Listener, string>()
  const pings = new WeakMap<object, Promise<unknown>>()
  const closing = new AbortController()
  const roots = urls.map(placeOf)
  let cluster = open(roots)
  let isBroken = false
  let answeredAt = performance.now()
  /** Whether some channels could not be subscribed to again. */
  let isDeaf = false

  function open(requested: readonly Place[]): Cluster {
    const made = make(urls[0] ?? '', requested)
    const report = (error: unknown) => {
      if (made === cluster && error instanceof Error) onError(error)
    }
    made.on('error', report).on('node-error', report)
    // nodes are connected when they are first needed: only a connection after a break is a
    // reconnection
    made.on('node-reconnecting', () => {
      isBroken = true
    })
    made.on('node-ready', () => {
      if (isBroken && made === cluster) onGap()
      isBroken = false
    })
    // slots that have moved: the library would subscribe again with promises whose rejection nothing
    // catches
    made.removeAllListeners('__resubscribeListeners').on('__resubscribeListeners', () => {
      subscribeAll(made).then(onGap, (error: unknown) => {
        isDeaf ||= made === cluster
        report(error)
      })
    })
    return made
  }

  /** Subscribes to all channels, and to those that are added meanwhile. @returns these channels */
  async function subscribeAll(by: Cluster): Promise<ReadonlyMap<Listener, string>> {
    const done = new Map<Listener, string>()
    for (;;) {
      const part = [...channelByListener].filter(([onText]) => !done.has(onText)).slice(0, slice)
      if (part.length === 0) return done
      for (const [onText, channel] of part) done.set(onText, channel)
      await Promise.all(part.map(([onText, channel]) => by.sSubscribe(channel, onText)))
    }
  }

  /**
   * Sends one ping at a time over a connection, so that pings to a silent server do not pile up.
   */
  function ping(
    key: object,
    client: () => Promise<{ ping(): Promise<unknown> }>,
  ): Promise<unknown> {
    const begun = pings.get(key) ?? client().then((each) => each.ping())
    pings.set(key, begun)
    const end = () => void pings.delete(key)
    begun.then(end, end)
    return begun
  }

  function pingMaster(by: Cluster, master: Master): Promise<unknown> {
    const { pubSub } = master
    return Promise.all([
      ping(master, () => by.nodeClient(master)),
      pubSub && ping(pubSub, async () => (await pubSub.connectPromise) ?? pubSub.client),
    ])
  }

  /** The masters that answer in time. */
  async function answering(by: Cluster): Promise<readonly Master[]> {
    const answers = await Promise.all(
      by.masters.map((master) =>
        inTime(times.probe, pingMaster(by, master)).then(
          () => [master],
          () => [],
        ),
      ),
    )
    return answers.flat()
  }

  async function connect(to: Cluster): Promise<void> {
    await inTime(times.command, to.connect())
    if ((await answering(to)).length < to.masters.length)
      throw new TimeLimitError('A master of the cluster does not answer')
  }

  async function look(): Promise<void> {
    const masters = await answering(cluster)
    if (closing.signal.aborted) return
    if (masters.length === cluster.masters.length) answeredAt = performance.now()
    if (isDeaf || performance.now() - answeredAt > times.ping) await renew(masters)
  }

  async function renew(masters: readonly Master[]): Promise<void> {
    const [before, next] = [cluster, open(masters.length > 0 ? masters : roots)]
    try {
      await connect(next)
      const done = await inTime(times.command, subscribeAll(next))
      if (closing.signal.aborted) return next.destroy()
      cluster = next
      isDeaf = false
      answeredAt = performance.now()
      before.destroy()
      onGap()
      await Promise.all(
        [...channelByListener]
          .filter(([onText]) => !done.has(onText))
          .map(([onText, channel]) => next.sSubscribe(channel, onText)),
      )
      await Promise.all(
        [...done]
          .filter(([onText]) => !channelByListener.has(onText))
          .map(([onText, channel]) => next.sUnsubscribe(channel, onText)),
      )
    } catch {
      // the cluster in use reports its errors itself
      if (next === cluster) isDeaf = true
      else next.destroy()
    }
  }

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      await wait(times.look, closing.signal)
      await look()
    }
  }

  function destroy(): void {
    closing.abort()
    cluster.destroy()
  }

  return {
    async connect() {
      while (!closing.signal.aborted) {
        try {
          await connect(cluster)
          follow().catch(onError)
          return
        } catch (error) {
          if (error instanceof Error && !closing.signal.aborted) onError(error)
          cluster.destroy()
          await wait(times.pause, closing.signal)
          cluster = open(roots)
        }
      }
    },
    renew: () => {}, // a cluster is renewed without this call
    send: (key, args) => cluster.sendCommand(key, false, [...args]),
    async subscribe(channel, onText) {
      channelByListener.set(onText, channel)
      try {
        await cluster.sSubscribe(channel, onText)
      } catch (error) {
        channelByListener.delete(onText)
        throw error
      }
    },
    async unsubscribe(channel, onText) {
      channelByListener.delete(onText)
      await cluster.sUnsubscribe(channel, onText)
    },
    probe: () =>
      Promise.all([
        cluster.sendCommand('lk:health', false, [...smallValue]),
        ...cluster.masters.map((master) => pingMaster(cluster, master)),
      ]),
    memory: () =>
      Promise.all(
        cluster.masters.map(async (master) =>
          String(await (await cluster.nodeClient(master)).sendCommand(['INFO', 'memory'])),
        ),
      ),
    close: async () => destroy(),
    destroy,
  }
}

function placeOf(url: string): Place {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port) || 6_379 }
}

/**
 * @param url how to sign in to all servers, and whether with TLS
 * @param roots the servers that are asked for the cluster's slots
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
    topologyRefreshOnReconnectionAttemptStrategy: false, // done in this file
  })
}
