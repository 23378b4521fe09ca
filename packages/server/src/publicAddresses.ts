import type { LookupAddress, LookupOptions } from 'node:dns'
import dns from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** Thrown when the server must not call this address for an untrusted client. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

/** IPv4 ranges without public hosts. Source: IANA, special-purpose addresses. */
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
 * The same for IPv6, within the allocated range. Other addresses lead to no host or contain an IPv4
 * address.
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

/** Whether an IP address is a public host, not one of this machine or its network. */
export function isPublic(address: string): boolean {
  if (isIPv6(address)) return given6.check(address, 'ipv6') && !special.check(address, 'ipv6')
  return isIP(address) === 4 && !special.check(address, 'ipv4')
}

/**
 * Options of a DNS lookup of an untrusted name. `servers`: name servers, instead of the machine's
 * own. `milliseconds`: for one lookup, and until the request to a server is repeated.
 */
export type LookupLimits = {
  servers?: readonly string[]
  milliseconds: { all: number; first: number }
}
const usual: LookupLimits = { milliseconds: { all: 5_000, first: 1_500 } }

/**
 * Makes the function that looks up names for connections, which connect only to the addresses found
 * here. A name with any address that is not public fails with AddressError. The function queries
 * name servers itself, because the system's own lookup cannot be ended, and blocks one of the few
 * threads of this process until an untrusted name server has answered. The hosts file is not read.
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
   * Addresses of one family, or of both. All addresses of the name have to be public. @throws
   * AddressError; the errors of `findAll`
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
   * @throws the resolver's error when no address of either family was found, or at the time limit;
   * the signal's reason
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

/** The same without a signal. Only its time limit ends it. */
export const lookupPublic = createLookup()

/**
 * Makes the function that decides how the server may call an untrusted address. `refused`: not at
 * all. `named`: the operator named the host, as `host` or `host:port`. `public`: over https at the
 * default port, by a name that resolves to public addresses.
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
