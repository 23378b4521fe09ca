import type { SiwxError } from './SiwxError.ts'

/** Creates an answer in JSON. Caches must not store it, because it is for one visitor. */
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

/** Creates the answer for a refused request. */
export function refuse({ code, message, details, status }: SiwxError): Response {
  // an answer 405 must list the allowed methods: RFC 9110, 15.5.6
  const headers: Record<string, string> =
    code === 'methodNotAllowed' && details !== undefined ? { allow: details } : {}
  return json(
    { error: { code, message, ...(details !== undefined && { details }) } },
    status,
    headers,
  )
}
