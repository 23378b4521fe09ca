import type { Service } from '../service.ts'
import type { Call } from './env.ts'

/** Where the client reaches this service, without a slash at the end: the operator's word, or what the request says. */
export function baseUrl(call: Call, { options }: Pick<Service, 'options'>): string {
  if (options.publicUrl) return options.publicUrl
  const url = new URL(call.req.url)
  const protocol = options.trustProxy ? call.req.header('x-forwarded-proto') : undefined
  const host = options.trustProxy ? call.req.header('x-forwarded-host') : undefined
  const forwarded = `${protocol ?? url.protocol.slice(0, -1)}://${host ?? url.host}`
  return /^https?:\/\/[^/?#@]+$/.test(forwarded) && URL.canParse(forwarded) ? new URL(forwarded).origin : url.origin
}
