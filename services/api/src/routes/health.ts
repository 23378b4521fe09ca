import packageJson from '../../package.json' with { type: 'json' }
import type { Route } from '../http/env.ts'
import type { Service } from '../service.ts'

const headers = { 'cache-control': 'no-store' }

/**
 * The health of the service, with its version and the condition of each chain's index: 200, or 503
 * while its database fails. Answers within a second, even under load. Nodes are not requested.
 */
export function health({ store, indexer }: Pick<Service, 'store' | 'indexer'>): Route {
  return {
    method: 'GET',
    path: '/health',
    async answer(call) {
      const fault = await store?.fault()
      if (fault !== undefined) return call.text(fault, 503, { ...headers, 'retry-after': '5' })
      const chains = Object.entries(indexer?.health() ?? {}).map(
        ([networkId, state]) => `\n${networkId} ${state}`,
      )
      return call.text(`OK, latchkey api v${packageJson.version}${chains.join('')}`, 200, headers)
    },
  }
}
