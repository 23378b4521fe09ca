import { unavailableHeader } from '@latchkey/protocol/api'
import { cors as honoCors } from 'hono/cors'

const methods = ['GET', 'POST']
const allowed = [
  'content-type',
  'user-agent',
  'referer',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
  'solana-client',
  'sec-fetch-mode',
  'x-sdk-type',
  'x-sdk-version',
  'x-request-id',
]
/**
 * `date`: the clock of the service that checks signed messages. A page takes the time of a message
 * from it.
 */
const exposed = ['x-request-id', 'retry-after', 'date', unavailableHeader]

/** Seconds for which a browser caches the permission. */
const maxAge = 86_400

/** Headers that let any site read an answer. */
export const readableByAnySite = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(','),
}

/** Headers of the answer to a preflight; the same that {@link cors} sets inside the process. */
export const preflightHeaders = {
  ...readableByAnySite,
  'access-control-max-age': String(maxAge),
  'access-control-allow-methods': methods.join(','),
  'access-control-allow-headers': allowed.join(','),
  vary: 'Access-Control-Request-Headers',
}

/**
 * Allows requests from any site; no answer depends on a cookie. Source:
 * docs/contracts/api.md#project-and-caller
 */
export const cors = honoCors({
  origin: '*',
  allowMethods: methods,
  allowHeaders: allowed,
  exposeHeaders: exposed,
  maxAge,
})
