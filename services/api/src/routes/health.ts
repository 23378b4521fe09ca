import packageJson from '../../package.json' with { type: 'json' }
import type { Route } from '../http/env.ts'

/** Whether the service runs, and which version. Says nothing about the chains. */
export const health: Route = {
  method: 'GET',
  path: '/health',
  answer: (call) => call.text(`OK, latchkey api v${packageJson.version}`, 200, { 'cache-control': 'no-store' }),
}
