import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6, SocketAddress } from 'node:net'

/**
 * Whose requests count together: the address of the socket, or the one that the outermost trusted proxy saw. An IPv6 client owns a
 * whole /64, so that counts as one. Undefined where neither is an address.
 * @param proxies how many proxies of the operator's stand before this service. Each appends the address it saw to
 *   `X-Forwarded-For`, so it is counted from the right; what the client itself wrote stands further left and is not looked at
 */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, proxies = 0): string | undefined {
  const seen = proxies > 0 ? forwarded(headers['x-forwarded-for']).at(-proxies) : socket.remoteAddress
  return seen === undefined ? undefined : addressKey(seen)
}

/** The same for a spelling of an address: without port, zone and brackets, IPv4 as such, IPv6 as its /64. Undefined for what is none. */
export function addressKey(text: string): string | undefined {
  const bare = bareAddress(text.trim().slice(0, 64))
  if (isIP(bare) === 4) return bare
  if (!isIPv6(bare)) return undefined
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' }) // one spelling of it
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped) return mapped
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

/** Several headers of the name are one list. */
function forwarded(header: string | readonly string[] | undefined): string[] {
  return [header ?? []].flat().join(',').split(',')
}

/** `1.2.3.4:80`, `[::1]:80` and `fe80::1%eth0` without what is not the address. */
function bareAddress(text: string): string {
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(inBrackets)?.[1] ?? inBrackets
  return withoutPort.split('%')[0] ?? ''
}
