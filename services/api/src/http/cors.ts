import { unavailableHeader } from '@latchkey/protocol/api'
import { cors as honoCors } from 'hono/cors'

const exposed = ['x-request-id', 'retry-after', unavailableHeader]

/** Headers with which any site may read an answer. */
export const readableByAnySite = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed.join(',') }

/** Any site may ask; nothing here depends on a cookie. Source: blockchain API contract, section 1. */
export const cors = honoCors({
  origin: '*',
  allowMethods: ['GET', 'POST'],
  allowHeaders: [
    'content-type', 'user-agent', 'referer', 'origin', 'access-control-request-method', 'access-control-request-headers',
    'solana-client', 'sec-fetch-mode', 'x-sdk-type', 'x-sdk-version', 'x-request-id',
  ],
  exposeHeaders: exposed,
  maxAge: 86_400,
})
