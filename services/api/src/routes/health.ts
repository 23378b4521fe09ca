import packageJson from '../../package.json' with { type: 'json' }
import type { Route } from '../http/env.ts'
import type { Service } from '../service.ts'

const headers = { 'cache-control': 'no-store' }

/**
 * Makes the endpoint of the service's health. It answers the version, the state of each chain's
 * index, and alarms of smart accounts. The status is 200, or 503 while the database fails. It
 * answers within a second even under load, and requests no nodes.
 */
export function health({
  store,
  indexer,
  smartAccounts,
}: Pick<Service, 'store' | 'indexer' | 'smartAccounts'>): Route {
  return {
    method: 'GET',
    path: '/health',
    async answer(call) {
      const fault = await store?.fault()
      if (fault !== undefined) return call.text(fault, 503, { ...headers, 'retry-after': '5' })
      const chains = Object.entries(indexer?.health() ?? {}).map(
        ([networkId, state]) => `\n${networkId} ${state}`,
      )
      const alarms = Object.entries(smartAccounts.health()).map(
        ([networkId, state]) => `\n${networkId} smart accounts: ${state}`,
      )
      const lines = [...chains, ...alarms].join('')
      return call.text(`OK, latchkey api v${packageJson.version}${lines}`, 200, headers)
    },
  }
}
