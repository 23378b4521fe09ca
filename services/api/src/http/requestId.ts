import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'

/**
 * Gives every request an id: its own `x-request-id`, if it is a plain token of at most 64
 * characters, else a new uuid.
 */
export const requestId: MiddlewareHandler<Env> = async (call, next) => {
  const given = call.req.header('x-request-id') ?? ''
  const id = /^[\w-]{1,64}$/.test(given) && !/^0x/i.test(given) ? given : randomUUID()
  call.set('requestId', id)
  await next()
  call.header('x-request-id', id)
}
