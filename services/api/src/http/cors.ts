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
/** `date`, because a page dates what its visitor signs by the clock that judges it. */
const exposed = ['x-request-id', 'retry-after', 'date', unavailableHeader]

/** Seconds for which a browser caches the permission. */
const maxAge = 86_400

/** Headers with which any site may read an answer. */
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
 * Allows requests from any site; nothing here depends on a cookie. Source: blockchain API contract,
 * section 1.
 */
export const cors = honoCors({
  origin: '*',
  allowMethods: methods,
  allowHeaders: allowed,
  exposeHeaders: exposed,
  maxAge,
})
