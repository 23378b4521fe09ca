import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'

/** A frame that a client sent, with its socket and the text as it came. */
export type StrangeFrame = { id: number; method?: string; params?: Record<string, unknown>; result?: unknown; socket: WebSocket; text: string }

/** A relay that does what a test tells it, and nothing by itself. */
export type StrangeRelay = {
  url: string
  /** Upgrades that were asked for, whatever became of them. */
  upgrades(): number
  /** The next frame of any socket that nobody took yet. */
  next(method?: string): Promise<StrangeFrame>
  /** Takes the next frame and answers `true`. */
  answer(method?: string): Promise<StrangeFrame>
}

/** Starts it; it ends with the test. `door` is what happens to who knocks. @default everybody comes in */
export async function startStrangeRelay(door: 'open' | 'silent' | 'shut' = 'open'): Promise<StrangeRelay> {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const streams = new Set<Duplex>()
  const frames: StrangeFrame[] = []
  const takers: ((frame: StrangeFrame) => boolean)[] = []
  let upgrades = 0

  server.on('upgrade', (request, stream, head) => {
    upgrades++
    streams.add(stream)
    stream.on('error', () => {}) // who is turned away may complain
    if (door === 'shut') stream.destroy()
    if (door === 'open') sockets.handleUpgrade(request, stream, head, (socket) => socket.on('message', (data) => take(socket, String(data))))
  })

  function take(socket: WebSocket, text: string): void {
    const frame = { ...JSON.parse(text), socket, text }
    const index = takers.findIndex((taker) => taker(frame))
    if (index >= 0) takers.splice(index, 1)
    else frames.push(frame)
  }

  function next(method?: string): Promise<StrangeFrame> {
    const fits = (frame: StrangeFrame) => method === undefined || frame.method === method
    const index = frames.findIndex(fits)
    const [frame] = index >= 0 ? frames.splice(index, 1) : []
    if (frame) return Promise.resolve(frame)
    return new Promise((resolve) => takers.push((one) => fits(one) && (resolve(one), true)))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const stream of streams) stream.destroy()
    server.close()
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, // a server on a port has such an address
    upgrades: () => upgrades,
    next,
    async answer(method) {
      const frame = await next(method)
      frame.socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
      return frame
    },
  }
}
