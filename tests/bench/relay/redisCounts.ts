import type { TestRedis } from '../../../services/relay/src/testing/startTestRedis.ts'

/** What a Redis has done and holds. */
export type RedisCounts = {
  /** Commands that relays have sent for their clients: scripts, notifications, subscriptions. */
  commands: number
  /** Notifications of subscribers, which are the only messages between the nodes. */
  notifications: number
  /** All commands, with pings and those that scripts have run. */
  all: number
  bytes: number
  /** Connections and channels of the relays. */
  connections: number
  channels: number
  /** Milliseconds of processor time. */
  processor: number
}

/** Reads the counts of a Redis that only relays use. */
export async function readCounts({ ask }: Pick<TestRedis, 'ask'>): Promise<RedisCounts> {
  const text = await ask('INFO', 'everything')
  const channels = await ask('PUBSUB', 'SHARDCHANNELS')
  const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
  const seconds = (name: string) => number(new RegExp(`^used_cpu_${name}:([\\d.]+)`, 'm'))
  const calls = (name: string) => number(new RegExp(`^cmdstat_${name}:calls=(\\d+)`, 'm'))
  return {
    commands: calls('evalsha') + calls('spublish') + calls('ssubscribe'),
    notifications: calls('spublish'),
    all: number(/^total_commands_processed:(\d+)/m),
    bytes: number(/^used_memory:(\d+)/m),
    connections: number(/^connected_clients:(\d+)/m) - 1, // without the one that reads this
    channels: channels.split('\n').filter((line) => line.startsWith('lk:')).length,
    processor: (seconds('user') + seconds('sys')) * 1_000,
  }
}
