import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6, SocketAddress } from 'node:net'

/**
 * Returns the IP address to which a request is counted: the address of the socket, or the address
 * that the outermost trusted proxy has seen. An IPv6 client has a whole /64, so all addresses in a
 * /64 count as one. It is undefined if there is no valid address.
 * @param proxies the number of the operator's proxies in front of this service. Each appends the
 *   address that it has seen to `X-Forwarded-For`, so the entries are counted from the right.
 *   Entries that the client itself has written are further left, and are ignored.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxies = 0,
): string | undefined {
  const seen =
    proxies > 0 ? forwarded(headers['x-forwarded-for']).at(-proxies) : socket.remoteAddress
  return seen === undefined ? undefined : addressKey(seen)
}

/**
 * Normalizes an IP address: without port, zone and brackets; an IPv4-mapped address becomes IPv4;
 * an IPv6 address becomes its /64. It is undefined for any other text.
 */
export function addressKey(text: string): string | undefined {
  const bare = bareAddress(text.trim().slice(0, 64))
  if (isIP(bare) === 4) return bare
  if (!isIPv6(bare)) return undefined
  // SocketAddress normalizes the spelling
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped) return mapped
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(
    tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length),
  ).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

/** Returns the entries of a header. Several headers of the same name are one list. */
function forwarded(header: string | readonly string[] | undefined): string[] {
  return [header ?? []].flat().join(',').split(',')
}

/** Removes port, brackets and zone: `1.2.3.4:80`, `[::1]:80`, `fe80::1%eth0`. */
function bareAddress(text: string): string {
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(inBrackets)?.[1] ?? inBrackets
  return withoutPort.split('%')[0] ?? ''
}
