import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'

/** A frame that a client has sent, with its socket and the original text. */
export type HostileFrame = {
  id: number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  socket: WebSocket
  text: string
}

/** A relay that sends nothing by itself: the test sends every answer. */
export type HostileRelay = {
  url: string
  /** The number of requested upgrades, accepted or not. */
  upgrades(): number
  /** The next unread frame of any socket. */
  next(method?: string): Promise<HostileFrame>
  /** Reads the next frame and answers `true`. */
  answer(method?: string): Promise<HostileFrame>
}

/**
 * Starts the relay. It ends with the test. `acceptance`: whether it accepts new connections, leaves
 * them without an answer, or closes them.
 * @default it accepts all connections
 */
export async function startHostileRelay(
  acceptance: 'open' | 'silent' | 'shut' = 'open',
): Promise<HostileRelay> {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const streams = new Set<Duplex>()
  const frames: HostileFrame[] = []
  const waiters: ((frame: HostileFrame) => boolean)[] = []
  let upgrades = 0

  server.on('upgrade', (request, stream, head) => {
    upgrades++
    streams.add(stream)
    stream.on('error', () => {}) // a rejected connection may cause an error
    if (acceptance === 'shut') stream.destroy()
    if (acceptance === 'open')
      sockets.handleUpgrade(request, stream, head, (socket) =>
        socket.on('message', (data) => receive(socket, String(data))),
      )
  })

  function receive(socket: WebSocket, text: string): void {
    const frame = { ...JSON.parse(text), socket, text }
    const index = waiters.findIndex((waiter) => waiter(frame))
    if (index >= 0) waiters.splice(index, 1)
    else frames.push(frame)
  }

  function next(method?: string): Promise<HostileFrame> {
    const fits = (frame: HostileFrame) => method === undefined || frame.method === method
    const index = frames.findIndex(fits)
    const [frame] = index >= 0 ? frames.splice(index, 1) : []
    if (frame) return Promise.resolve(frame)
    return new Promise((resolve) => waiters.push((frame) => fits(frame) && (resolve(frame), true)))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const stream of streams) stream.destroy()
    server.close()
  })
  return {
    // the cast is safe, because the server listens on a port
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upgrades: () => upgrades,
    next,
    async answer(method) {
      const frame = await next(method)
      frame.socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      return frame
    },
  }
}
