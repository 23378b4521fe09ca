import type { SiwxServer } from '../createSiwxServer.ts'

/** Handlers of a route in Next's App Router. */
export type NextHandlers = {
  GET: (request: Request) => Promise<Response>
  POST: (request: Request) => Promise<Response>
}

/**
 * Creates handlers for `app/<basePath>/[...path]/route.ts` in Next's App Router: `export const {
 * GET, POST } = nextSiwx(siwx)`. Server components read the session with `siwx.readSession({
 * headers: await headers() })`.
 */
export function nextSiwx({ handle }: SiwxServer): NextHandlers {
  return { GET: (request) => handle(request), POST: (request) => handle(request) }
}
