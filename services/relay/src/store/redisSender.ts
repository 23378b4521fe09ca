import type { RedisLinkOptions } from './redisLink.ts'

/** Connections to one Redis or to the servers of a cluster, which are made again by themselves; nothing here has a limit but what says so. */
export type RedisSender = {
  /** Resolves when it is connected for the first time, or closed. */
  connect(): Promise<void>
  /** One command; all its keys lie in the slot of `key`. */
  send(key: string, args: readonly string[]): Promise<unknown>
  hear(channel: string, onText: (text: string) => void): Promise<void>
  unhear(channel: string, onText: (text: string) => void): Promise<void>
  /** What every server says of its memory, as text. */
  memory(): Promise<readonly string[]>
  /** Resolves when a small value was written, and every server has answered. */
  probe(): Promise<unknown>
  /** Makes the connections anew: their address may lead elsewhere now. */
  renew(): void
  /** Ends when what was sent is answered. */
  close(): Promise<void>
  destroy(): void
}

/** How both kinds of Redis are linked. */
export type LinkSender = (options: RedisLinkOptions) => RedisSender

/**
 * Milliseconds. `command`: one command, from us to its answer; the library's own limit ends when a command is sent. `probe`: a look
 * whether Redis is well again, and the pause between two. `ping`, `silence`: how often every connection is tried, and after how much
 * silence it is made anew. `start`: for which a start waits for Redis. `pause`: at most, between two tries to connect.
 */
export const times = { start: 2_000, pause: 2_000, command: 4_000, probe: 800, look: 1_000, ping: 3_000, silence: 10_000 }
/** Commands that wait for a connection; more are refused. */
const mostWaiting = 20_000

/** The library's own gives up for ever after a silence. */
const reconnectStrategy = (retries: number) => Math.min(times.pause, 50 * 2 ** Math.min(retries, 10))

/** What every connection has. */
export const clientOptions = { commandOptions: { timeout: times.command }, commandsQueueMaxLength: mostWaiting, socket: { socketTimeout: times.silence, reconnectStrategy } }

/** A small value that is written to see whether Redis takes one. */
export const smallValue = ['SET', 'lk:health', '1', 'PX', '60000'] as const
