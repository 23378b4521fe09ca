import { SiwxError } from './SiwxError.ts'

/**
 * Rate limits for verifications that need a node: `burst` verifications at once, then one more
 * every `every` milliseconds. `client` is for each client; `shared` is for all requests of
 * unknown clients together.
 */
const rates = { client: { burst: 20, every: 3_000 }, shared: { burst: 30, every: 500 } } as const

/**
 * The maximum number of clients in memory. The client that has been inactive for the longest time
 * is removed first. This only has the effect that it gets its burst again.
 */
const maxClients = 20_000

/**
 * Creates a function that counts a client's verification by a node, or refuses it.
 * @throws SiwxError `tooMany`
 */
export function createLimits(clock: { now(): number }): (client: string | undefined) => void {
  const spent = new Map<string, { level: number; at: number }>()
  return (client) => {
    const { burst, every } = client === undefined ? rates.shared : rates.client
    const key = client === undefined ? '' : `of ${client}`
    const now = clock.now()
    const before = spent.get(key) ?? { level: 0, at: now }
    const level = Math.max(0, before.level - Math.max(0, now - before.at) / every)
    if (level + 1 > burst) throw new SiwxError('tooMany')
    spent.delete(key)
    spent.set(key, { level: level + 1, at: now })
    const [oldest] = spent.size > maxClients ? spent.keys() : []
    if (oldest !== undefined) spent.delete(oldest)
  }
}

/**
 * The key by which a client is counted. Of an IPv6 address it is the first 64 bits, which a
 * household shares. Any other text is used unchanged, up to 200 characters.
 */
export function clientOf(address: string | null | undefined): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!/^[\da-f:.]+(?:%.*)?$/i.test(address) || !address.includes(':')) return address.slice(0, 200)
  const [front = '', back] = (address.split('%')[0] ?? '').split('::')
  const groups = front.split(':').filter(Boolean)
  const rest = back === undefined ? [] : back.split(':').filter(Boolean)
  const filled =
    back === undefined
      ? groups
      : [
          ...groups,
          ...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0'),
          ...rest,
        ]
  return `${filled
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
