import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'

/**
 * Gives every request an id: its `x-request-id`, if that is a plain text of at most 64 characters,
 * or else a new UUID.
 */
export const requestId: MiddlewareHandler<Env> = async (call, next) => {
  const given = call.req.header('x-request-id') ?? ''
  const id = /^[\w-]{1,64}$/.test(given) && !/^0x/i.test(given) ? given : randomUUID()
  call.set('requestId', id)
  await next()
  call.res.headers.set('x-request-id', id) // `call.header` would copy the whole answer
}
