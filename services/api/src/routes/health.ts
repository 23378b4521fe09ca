import packageJson from '../../package.json' with { type: 'json' }
import type { Route } from '../http/env.ts'
import type { Service } from '../service.ts'

const headers = { 'cache-control': 'no-store' }

/**
 * Whether the service runs, and which version: 200, or 503 while its database fails. Says so within a second, whatever else there is to
 * do. Then how the index of each chain is; nodes are not asked.
 */
export function health({ store, indexer }: Pick<Service, 'store' | 'indexer'>): Route {
  return {
    method: 'GET',
    path: '/health',
    async answer(call) {
      const fault = await store?.fault()
      if (fault !== undefined) return call.text(fault, 503, { ...headers, 'retry-after': '5' })
      const chains = Object.entries(indexer?.health() ?? {}).map(([networkId, state]) => `\n${networkId} ${state}`)
      return call.text(`OK, latchkey api v${packageJson.version}${chains.join('')}`, 200, headers)
    },
  }
}
