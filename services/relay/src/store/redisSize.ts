import type { RedisLink } from './redisLink.ts'

/** The part of the memory that new data may not use, but acknowledgements and removals may. */
const reserve = 0.1
/** Milliseconds between two measurements. */
const interval = 1_000

/**
 * Measures the memory of Redis. Its values are a little outdated. Without `maxmemory` and without
 * `bytes` there is no limit.
 */
export function createRedisSize(link: RedisLink, bytes: number, onError: (error: Error) => void) {
  let used = 0
  let max = bytes
  let fullest = Infinity

  async function look(): Promise<void> {
    const servers = (await link.memory()).map((text) => ({
      used: numberIn(text, 'used_memory'),
      max: numberIn(text, 'maxmemory') || Infinity,
    }))
    const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
    used = sum(servers.map((server) => server.used))
    max = Math.min(bytes, sum(servers.map((server) => server.max)))
    // each topic is on one server, so the server with the least free memory decides
    fullest =
      Math.min(...servers.map((server) => server.max * (1 - reserve) - server.used)) *
      servers.length
  }

  const looking = setInterval(() => {
    look().catch(onError)
  }, interval)
  looking.unref()

  return {
    look,
    usage: () => ({ bytes: used, max }),
    free: () =>
      Math.max(0, Math.min(bytes === Infinity ? Infinity : bytes * (1 - reserve) - used, fullest)),
    close: () => clearInterval(looking),
  }
}

function numberIn(text: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0)
}
