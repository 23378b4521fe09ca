import { startDevnet } from '../../../devnet/src/startDevnet.ts'
import { chainOfDeployment } from '../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../../../services/api/src/createApi.ts'
import { latencies } from '../api/latencies.ts'
import type { Group, Row } from '../group.ts'
import { median, percentile, rangeOf } from '../statistics.ts'
import { unlimited } from '../unlimited.ts'

/** Number of requests of one measurement. */
const count = { cold: 200, cached: 1_000 }

/** Measures how long the API takes for a balance. */
export const group: Group = {
  title: 'API',
  how: `\`GET /v1/account/{address}/balance\` over both chains of the devnet, by HTTP on this machine; API, clients and chains share its
cores, and API and clients one Node process. Every client asks again as soon as it is answered. Cold: ${count.cold} addresses that nobody
asked for before; prices are kept for 10 s as always. Cached: one address, ${count.cached} times. 50 requests before do not count.`,
  async measure(signal) {
    const devnet = await startDevnet({ ports: 'free', signal })
    try {
      const api = createApi({
        chains: devnet.chains.map(({ deployment, url }) => chainOfDeployment(deployment, url)),
        ...unlimited,
      })
      try {
        const { url } = await api.listen({ port: 0 })
        return await measureBalances(url, signal)
      } finally {
        await api.close({ drain: 0 })
      }
    } finally {
      await devnet.close()
    }
  },
}

async function measureBalances(url: string, signal: AbortSignal): Promise<readonly Row[]> {
  let requestCount = 0
  const balanceOf = (index: number) =>
    `${url}/v1/account/0x${index.toString(16).padStart(40, '1')}/balance?currency=usd`
  const nextBalance = () => balanceOf(++requestCount)
  await latencies({ count: 50, clients: 5, address: nextBalance, signal })

  const rows: Row[] = []
  for (const clients of [1, 20]) {
    rows.push(
      ...rowsOf(
        `balance, cold, ${clientsText(clients)}`,
        await latencies({ count: count.cold, clients, address: nextBalance, signal }),
      ),
    )
    await latencies({ count: 1, clients: 1, address: () => balanceOf(0), signal })
    rows.push(
      ...rowsOf(
        `balance, cached, ${clientsText(clients)}`,
        await latencies({ count: count.cached, clients, address: () => balanceOf(0), signal }),
      ),
    )
  }
  return rows
}

const clientsText = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`)

function rowsOf(label: string, durations: readonly number[]): readonly Row[] {
  return [
    {
      label: `${label}: half within`,
      unit: 'ms',
      measured: median(durations),
      range: rangeOf(durations),
    },
    { label: `${label}: 99 % within`, unit: 'ms', measured: percentile(durations, 0.99) },
  ]
}
