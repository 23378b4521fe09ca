/**
 * The API of the indexer's bench, in its own process under `node --expose-gc`: `serve.entry.ts <nodes>
 * <token> <database>`. `nodes`: a comma list of the node of each chain. Sends its parent the address, and on request the end of indexing, and its
 * memory. Ends with its parent.
 */
import { createApi } from '../../../services/api/src/createApi.ts'
import { unlimited } from '../unlimited.ts'
import { firstChainId } from './startNode.ts'

/** Requests to the process. */
export type ServerRequest = 'settle' | 'memory'
/** Messages of the process. Memory is in bytes. */
export type ServerMessage = { url: string } | { settled: true } | { rss: number }

const [node = '', token = '', database = ''] = process.argv.slice(2)
const send = (message: ServerMessage) => process.send?.(message)
const chains = node.split(',').map((url, index) => ({
  networkId: `eip155:${firstChainId + index}` as const,
  name: 'Made up',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [url],
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11' as const,
  tokens: [
    { address: token as `0x${string}`, name: 'Made up token', symbol: 'MADE', decimals: 18 },
  ], // createApi checks the options
  index: {},
}))

const api = createApi({
  ...unlimited,
  chains,
  database,
})

process.on('disconnect', () => process.exit(0))
process.on('message', (request: ServerRequest) => {
  if (request === 'settle') {
    Promise.all(chains.map(({ networkId }) => api.settled(networkId))).then(
      () => send({ settled: true }),
      () => process.exit(1),
    )
    return
  }
  globalThis.gc?.()
  send({ rss: process.memoryUsage().rss })
})
send({ url: (await api.listen({ port: 0 })).url })
