import type { SiwxError } from './SiwxError.ts'

/** An answer in JSON. It is about one visitor, so caches must not store it. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      vary: 'Cookie',
      ...headers,
    },
  })
}

/** The answer of a refusal. */
export function refuse({ code, message, details, status }: SiwxError): Response {
  // RFC 9110, 15.5.6
  const headers: Record<string, string> =
    code === 'methodNotAllowed' && details !== undefined ? { allow: details } : {}
  return json(
    { error: { code, message, ...(details !== undefined && { details }) } },
    status,
    headers,
  )
}
