import type { WebSocket } from 'ws'

/**
 * A path of messages. `send` sends one message. When a message arrives, the function that was last
 * given to `onArrival` is called.
 */
export type Channel = { send(text: string): void; onArrival(arrived: () => void): void }
export type Measurement = { perSecond: number; milliseconds: readonly number[] }

/** Characters of a message, as many as in an encrypted request. */
const size = 560
/** A counter that makes each message differ: a relay stores the same message only once. */
let messages = 0

/** Measures the max load: every path sends its next message as soon as the last one has arrived. */
export function atFull(
  channels: readonly Channel[],
  seconds: number,
  signal: AbortSignal,
): Promise<Measurement> {
  return measure(channels, seconds, signal, (begin) => {
    for (const channel of channels) begin(channel)
    return begin
  })
}

/** Sends `perSecond` messages a second at even intervals, on the paths in turn. */
export function atRate(
  channels: readonly Channel[],
  perSecond: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Measurement> {
  return measure(channels, seconds, signal, (begin, isOver) => {
    const began = performance.now()
    let sent = 0
    const tick = () => {
      if (isOver()) return
      for (const due = ((performance.now() - began) / 1_000) * perSecond; sent < due; sent += 1) {
        const channel = channels[sent % channels.length]
        if (channel) begin(channel)
      }
      setTimeout(tick, 1)
    }
    tick()
    return () => {}
  })
}

type Begin = (channel: Channel) => void

function measure(
  channels: readonly Channel[],
  seconds: number,
  signal: AbortSignal,
  start: (begin: Begin, isOver: () => boolean) => Begin,
): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const milliseconds: number[] = []
    const pending = new Map<Channel, number[]>(channels.map((channel) => [channel, []]))
    const began = performance.now()
    let arrived = 0
    let over = false
    const begin: Begin = (channel) => {
      if (over) return
      pending.get(channel)?.push(performance.now())
      channel.send(`${(messages += 1)} `.padEnd(size, 'x'))
    }
    const stop = () => {
      over = true
      if (signal.aborted) reject(signal.reason)
      else resolve({ perSecond: (arrived / (performance.now() - began)) * 1_000, milliseconds })
    }
    let next: Begin = () => {}
    for (const channel of channels) {
      channel.onArrival(() => {
        const sent = pending.get(channel)?.shift()
        if (over || sent === undefined) return
        arrived += 1
        milliseconds.push(performance.now() - sent)
        next(channel)
      })
    }
    setTimeout(stop, seconds * 1_000)
    next = start(begin, () => over)
  })
}

/** A path with one socket: its messages return on the same socket. */
export function echoChannel(socket: WebSocket): Channel {
  let arrived = () => {}
  socket.on('message', () => arrived())
  return {
    send: (text) => socket.send(text),
    onArrival(next) {
      arrived = next
    },
  }
}
