import type { SiwxServer } from '../createSiwxServer.ts'

/** The used parts of Hono's context. */
type HonoContext = { req: { raw: Request } }

/**
 * Creates middleware for Hono, which answers the paths of `siwx`: `app.use(honoSiwx(siwx))`. Other
 * routes read the session with `siwx.readSession(context.req.raw)`.
 */
export function honoSiwx({
  basePath,
  handle,
}: SiwxServer): (context: HonoContext, next: () => Promise<void>) => Promise<Response | void> {
  return async ({ req }, next) =>
    new URL(req.raw.url).pathname.startsWith(`${basePath}/`) ? handle(req.raw) : next()
}
