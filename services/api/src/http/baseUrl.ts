import type { Service } from '../service.ts'
import type { Call } from './env.ts'

/** Where the client reaches this service, without a slash at the end: the operator's word, or what the request says. */
export function baseUrl(call: Call, { options }: Pick<Service, 'options'>): string {
  if (options.publicUrl) return options.publicUrl
  const url = new URL(call.req.url)
  const [protocol, host] = ['x-forwarded-proto', 'x-forwarded-host'].map((name) => written(call.req.header(name), options.trustProxy))
  const forwarded = `${protocol ?? url.protocol.slice(0, -1)}://${host ?? url.host}`
  return /^https?:\/\/[^/?#@]+$/.test(forwarded) && URL.canParse(forwarded) ? new URL(forwarded).origin : url.origin
}

/** What the outermost of the operator's proxies wrote: each sets the header, or appends to it. */
function written(header: string | undefined, proxies: number): string | undefined {
  const parts = header?.split(',').map((part) => part.trim()) ?? []
  return proxies > 0 ? parts.at(-Math.min(proxies, parts.length)) : undefined
}
