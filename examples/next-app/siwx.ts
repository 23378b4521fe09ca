import { createSiwxServer } from 'latchkey/siwx/server'

/**
 * The site's own sign-in server. `secret` is a function, because Next also runs this file during
 * the build, when there is no secret.
 */
export const siwx = createSiwxServer({
  domain: process.env.SITE ?? 'localhost:3000',
  secret: () => process.env.SIWX_SECRET ?? '',
  basePath: '/api/siwx',
})
