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
 * Headers that a page may read. `date` is the clock with which the service checks signed messages,
 * so a page takes a message's time from it.
 */
const exposed = ['x-request-id', 'retry-after', 'date', unavailableHeader]

/** Seconds for which a browser caches the answer to a preflight. */
const maxAge = 86_400

/** Headers that let pages of every origin read an answer. */
export const readableByAnySite = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(','),
}

/**
 * Headers of the answer to a preflight. {@link cors} sets the same for calls inside the process.
 */
export const preflightHeaders = {
  ...readableByAnySite,
  'access-control-max-age': String(maxAge),
  'access-control-allow-methods': methods.join(','),
  'access-control-allow-headers': allowed.join(','),
  vary: 'Access-Control-Request-Headers',
}

/**
 * Allows requests from pages of every origin. No answer depends on a cookie. Source:
 * docs/contracts/api.md#project-and-caller
 */
export const cors = honoCors({
  origin: '*',
  allowMethods: methods,
  allowHeaders: allowed,
  exposeHeaders: exposed,
  maxAge,
})
