import { createSiwxServer } from 'latchkey/siwx/server'

/**
 * The site's own server of sign-ins. Next runs this file while it builds the site, too, when there
 * is no secret.
 */
export const siwx = createSiwxServer({
  domain: process.env.SITE ?? 'localhost:3000',
  secret: () => process.env.SIWX_SECRET ?? '',
  basePath: '/api/siwx',
})
