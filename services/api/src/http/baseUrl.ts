import { readUrl } from '@latchkey/protocol/readUrl'
import type { Service } from '../service.ts'
import type { Call } from './env.ts'

/**
 * The URL under which clients reach this service, without a slash at the end: the operator's
 * setting, or else the origin of the request.
 */
export function baseUrl(call: Call, { options }: Pick<Service, 'options'>): string {
  if (options.publicUrl) return options.publicUrl
  const url = new URL(call.req.url)
  const [protocol, host] = ['x-forwarded-proto', 'x-forwarded-host'].map((name) =>
    written(call.req.header(name), options.trustProxy),
  )
  const forwarded = `${protocol ?? url.protocol.slice(0, -1)}://${host ?? url.host}`
  return (
    (/^https?:\/\/[^/?#@]+$/.test(forwarded) ? readUrl(forwarded) : undefined)?.origin ?? url.origin
  )
}

/**
 * The value that the outermost of the operator's proxies has written. Each proxy sets the header or
 * appends to it.
 */
function written(header: string | undefined, proxies: number): string | undefined {
  const parts = header?.split(',').map((part) => part.trim()) ?? []
  return proxies > 0 ? parts.at(-Math.min(proxies, parts.length)) : undefined
}
