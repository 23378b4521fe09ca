import { createClient } from 'redis'
import { clientOptions, smallValue, times, type LinkSender } from './redisSender.ts'

/** Connects to one server, or to an address that leads to one of several servers. */
export const linkServer: LinkSender = ({ urls: [url], onError, onGap }) => {
  const client = createClient({ url, ...clientOptions }).on('error', onError)
  const listener = client.duplicate().on('error', onError)
  const both = [client, listener]
  const lastAnswers = new Map(both.map((each) => [each, performance.now()]))

  // the library reports errors as events, and tries again by itself
  const open = (each: typeof client) => void each.connect().catch(() => {})

  /** Makes a new connection. The library then subscribes to all channels again. */
  function renew(each: typeof client): void {
    lastAnswers.set(each, performance.now())
    if (each.isOpen) each.destroy()
    open(each)
  }

  // The library's time limit for a silent socket does not work here, because this process keeps
  // writing to the socket.
  const looking = setInterval(() => {
    for (const each of both) {
      if (each.isReady)
        each.ping().then(
          () => lastAnswers.set(each, performance.now()),
          () => {},
        ) // the next line handles a missing answer
      if (performance.now() - (lastAnswers.get(each) ?? 0) > times.silence) renew(each)
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
    subscribe: (channel, onText) => listener.sSubscribe(channel, onText),
    unsubscribe: (channel, onText) => listener.sUnsubscribe(channel, onText),
    probe: () => client.sendCommand([...smallValue]),
    memory: async () => [String(await client.sendCommand(['INFO', 'memory']))],
    async close() {
      clearInterval(looking)
      await Promise.all(
        both.map((each) => (each.isReady ? each.close() : each.isOpen && each.destroy())),
      )
    },
    destroy,
  }
}
