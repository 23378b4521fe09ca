import type { WebSocket } from 'ws'

/**
 * The path of messages: `send` sends one, and the last given `arrived` is called when it arrives.
 */
export type Way = { send(text: string): void; onArrival(arrived: () => void): void }
export type Taken = { perSecond: number; milliseconds: readonly number[] }

/** Characters of a message, as many as in an encrypted request. */
const size = 560
/** A counter that makes each message differ: a relay stores the same message only once. */
let messages = 0

/**
 * Every path sends its next message as soon as the last one has arrived: the highest load of the
 * server.
 */
export function atFull(ways: readonly Way[], seconds: number, signal: AbortSignal): Promise<Taken> {
  return measure(ways, seconds, signal, (begin) => {
    for (const way of ways) begin(way)
    return begin
  })
}

/** So many messages a second, evenly, on the paths in turn. */
export function atRate(
  ways: readonly Way[],
  perSecond: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Taken> {
  return measure(ways, seconds, signal, (begin, isOver) => {
    const began = performance.now()
    let sent = 0
    const tick = () => {
      if (isOver()) return
      for (const due = ((performance.now() - began) / 1_000) * perSecond; sent < due; sent += 1) {
        const way = ways[sent % ways.length]
        if (way) begin(way)
      }
      setTimeout(tick, 1)
    }
    tick()
    return () => {}
  })
}

type Begin = (way: Way) => void

function measure(
  ways: readonly Way[],
  seconds: number,
  signal: AbortSignal,
  start: (begin: Begin, isOver: () => boolean) => Begin,
): Promise<Taken> {
  return new Promise((resolve, reject) => {
    const milliseconds: number[] = []
    const pending = new Map<Way, number[]>(ways.map((way) => [way, []]))
    const began = performance.now()
    let arrived = 0
    let over = false
    const begin: Begin = (way) => {
      if (over) return
      pending.get(way)?.push(performance.now())
      way.send(`${(messages += 1)} `.padEnd(size, 'x'))
    }
    const stop = () => {
      over = true
      if (signal.aborted) reject(signal.reason)
      else resolve({ perSecond: (arrived / (performance.now() - began)) * 1_000, milliseconds })
    }
    let next: Begin = () => {}
    for (const way of ways) {
      way.onArrival(() => {
        const sent = pending.get(way)?.shift()
        if (over || sent === undefined) return
        arrived += 1
        milliseconds.push(performance.now() - sent)
        next(way)
      })
    }
    setTimeout(stop, seconds * 1_000)
    next = start(begin, () => over)
  })
}

/** A path whose messages return on the same socket. */
export function echoWay(socket: WebSocket): Way {
  let arrived = () => {}
  socket.on('message', () => arrived())
  return {
    send: (text) => socket.send(text),
    onArrival(next) {
      arrived = next
    },
  }
}
