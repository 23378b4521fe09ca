export type RedisLinkOptions = {
  /** `redis://…` addresses of one server, or of some servers of a cluster. */
  urls: readonly string[]
  cluster: boolean
  /** Is called when the connection breaks. The error's text contains no secret. */
  onError: (error: Error) => void
  /** Is called after a break. Notifications that were sent during the break are lost. */
  onGap: () => void
}

/**
 * Connections to one Redis server, or to the servers of a cluster. They reconnect by themselves. A
 * call has a time limit only if its comment says so.
 */
export type RedisSender = {
  /** Resolves when it is connected for the first time, or when it is closed. */
  connect(): Promise<void>
  /** Sends a command. All its keys have to be in the slot of `key`. */
  send(key: string, args: readonly string[]): Promise<unknown>
  subscribe(channel: string, onText: (text: string) => void): Promise<void>
  unsubscribe(channel: string, onText: (text: string) => void): Promise<void>
  /** The section `memory` of every server's INFO, as text. */
  memory(): Promise<readonly string[]>
  /** Resolves when a small value was written, and every server has answered. */
  probe(): Promise<unknown>
  /**
   * Replaces the connections to a single server, because its address may lead to another server
   * now. Connections to a cluster are replaced without this call.
   */
  renew(): void
  /** Closes the connections: to a single server when it has answered all commands, else at once. */
  close(): Promise<void>
  destroy(): void
}

/** Connects to a single server, or to a cluster. */
export type LinkSender = (options: RedisLinkOptions) => RedisSender

/**
 * All times are in milliseconds.
 * - `command`: the limit of a command, from the call to its answer. The library's own limit is not
 *   enough: it ends when the command is sent.
 * - `probe`: the limit of a check whether Redis works again; `look`: the pause between two checks
 * - `ping`: the pause between two pings of a single server, or the time without an answer after
 *   which the connections to a cluster are replaced
 * - `silence`: the time without an answer after which a connection to a single server is replaced
 * - `start`: how long a start waits for Redis
 * - `pause`: the longest pause between two attempts to connect
 */
export const times = {
  start: 2_000,
  pause: 2_000,
  command: 4_000,
  probe: 800,
  look: 1_000,
  ping: 3_000,
  silence: 10_000,
}
/** Maximum of commands that wait for a connection. Further commands are refused. */
const maxWaiting = 20_000

/**
 * The pause before the next attempt to connect. The library's own strategy gives up after a
 * timeout.
 */
const reconnectStrategy = (retries: number) =>
  Math.min(times.pause, 50 * 2 ** Math.min(retries, 10))

/** Options of every connection. */
export const clientOptions = {
  commandOptions: { timeout: times.command },
  commandsQueueMaxLength: maxWaiting,
  socket: { socketTimeout: times.silence, reconnectStrategy },
}

/** Writes a small value, to check whether Redis accepts writes. */
export const smallValue = ['SET', 'lk:health', '1', 'PX', '60000'] as const
