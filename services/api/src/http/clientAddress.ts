import { isIPv6 } from 'node:net'
import type { Call } from './env.ts'

/**
 * Who asks, for counting: the socket's address, or behind a trusted proxy the first of `X-Forwarded-For`. An IPv6 client
 * owns a whole /64, so it counts as one. Undefined when the app is called inside the process.
 */
export function clientAddress(call: Call, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? call.req.header('x-forwarded-for')?.split(',')[0]?.trim() : undefined
  const address = forwarded || call.env?.incoming?.socket.remoteAddress
  return address === undefined ? undefined : prefix(address.slice(0, 64).toLowerCase())
}

function prefix(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':')
}
