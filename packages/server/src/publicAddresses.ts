import type { LookupAddress, LookupOptions } from 'node:dns'
import dns from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** Thrown if the server must not connect to an address for an untrusted client. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/** IPv4 ranges that contain no public hosts. Source: IANA, special-purpose addresses. */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/**
 * IPv6 ranges that contain no public hosts, within the range that IANA has allocated. Addresses
 * outside that range lead to no host, or contain an IPv4 address.
 */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [net, bits] of special4) special.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of special6) special.addSubnet(net, bits, 'ipv6')
const given6 = new BlockList()
given6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to a public host, not to this machine or its network. */
export function isPublic(address: string): boolean {
  if (isIPv6(address)) return given6.check(address, 'ipv6') && !special.check(address, 'ipv6')
  return isIP(address) === 4 && !special.check(address, 'ipv4')
}

/**
 * Options for the DNS lookup of an untrusted name. `servers`: name servers to use instead of the
 * machine's. `milliseconds.all`: the time limit of a lookup. `milliseconds.first`: the time until
 * the request to a server is repeated.
 */
export type LookupLimits = {
  servers?: readonly string[]
  milliseconds: { all: number; first: number }
}
const usual: LookupLimits = { milliseconds: { all: 5_000, first: 1_500 } }

/**
 * Creates a function that looks up names for connections. A connection goes only to the addresses
 * found here. If any address of a name is not public, the lookup fails with AddressError. It
 * queries the name servers itself: the system's own lookup cannot be stopped, and blocks one of the
 * few threads of this process until an untrusted name server has answered. It does not read the
 * hosts file.
 * @param signal ends the lookups
 */
export function createLookup(
  signal?: AbortSignal,
  { servers, milliseconds }: LookupLimits = usual,
): LookupFunction {
  const find = callbackify(findPublic)
  return (name, options, done) =>
    find(name, options.family, (error, found) => {
      const [first] = found ?? []
      if (!first) done(error, '')
      else if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })

  /**
   * Returns the addresses of one family, or of both. All addresses of the name must be public.
   * @throws AddressError; the errors of `findAll`
   */
  async function findPublic(
    name: string,
    wanted: LookupOptions['family'],
  ): Promise<LookupAddress[]> {
    const all = await findAll(name)
    const found = all.filter(
      ({ family }) => !wanted || wanted === family || wanted === `IPv${family}`,
    )
    if (found.length === 0 || !all.every(({ address }) => isPublic(address)))
      throw new AddressError('The name leads to no public address')
    return found
  }

  /**
   * Returns all addresses of a name.
   * @throws AddressError for a name without a dot; the resolver's error if neither family has an
   *   address, or at the time limit; the signal's reason
   */
  async function findAll(name: string): Promise<LookupAddress[]> {
    const literal = isIP(name)
    if (literal !== 0) return [{ address: name, family: literal }]
    if (!name.includes('.')) throw new AddressError('The name is none of the internet')
    signal?.throwIfAborted()
    const resolver = new dns.Resolver({ timeout: milliseconds.first, tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    const timer = setTimeout(cancel, milliseconds.all)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      signal?.throwIfAborted()
      const found = results.flatMap((result, index) =>
        result.status === 'fulfilled'
          ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
          : [],
      )
      const [failed] = results
      if (found.length === 0 && failed.status === 'rejected') throw failed.reason
      return found
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }
}

/** A lookup without a signal: only its time limit ends it. */
export const lookupPublic = createLookup()

/**
 * Creates a function that decides how the server may call an untrusted URL. `refused`: not at all.
 * `named`: in any way, because the operator has listed the host, as `host` or `host:port`.
 * `public`: by https at the default port, if the name resolves to public addresses.
 */
export function createUrlPolicy(
  hosts: readonly string[],
): (url: URL) => 'refused' | 'named' | 'public' {
  const named = new Set(hosts.map((host) => host.toLowerCase()))
  return (url) => {
    if (url.username || url.password) return 'refused'
    if (named.has(url.host) || named.has(url.hostname)) return 'named'
    const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && url.hostname.includes('.')
    return url.protocol === 'https:' && url.port === '' && isName ? 'public' : 'refused'
  }
}
