import {
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  http,
  numberToHex,
  parseAbi,
  type Address,
} from 'viem'
import { chainOfDeployment } from '../../../devnet/src/chainOfDeployment.ts'
import { startDevnet } from '../../../devnet/src/startDevnet.ts'
import { strangerOn } from '../../../devnet/src/strangerOn.ts'
import { createApi } from '../../../services/api/src/createApi.ts'
import { latencies } from '../api/latencies.ts'
import type { Group, Row } from '../group.ts'
import { median, percentile, rangeOf } from '../statistics.ts'
import { unlimited } from '../unlimited.ts'

/** Number of quotes of one measurement, and of pools on the chain. */
const count = { quotes: 500, pools: 100 }

/**
 * `prices`: dollars for a token, roughly as in the devnet's pools; tokens that are not listed cost
 * 1. `depth`: dollars on each side of a new pool.
 */
const prices: Readonly<Record<string, number>> = {
  WETH: 3_000,
  LINK: 14,
  UNI: 6,
  WBTC: 90_000,
  AAVE: 180,
  SHIB: 0.00001,
  TOLL: 2,
}
const depth = 200_000

/** Converts dollars to an amount of a token in its smallest unit. */
function worth(
  dollars: number,
  { symbol, decimals }: { symbol: string; decimals: number },
): bigint {
  return (
    (BigInt(Math.round((dollars / (prices[symbol] ?? 1)) * 1e6)) * 10n ** BigInt(decimals)) /
    1_000_000n
  )
}

const abi = parseAbi([
  'function addLiquidity(address, address, uint256, uint256, uint256, uint256, address, uint256)',
  'function mint(address, uint256)',
  'function approve(address, uint256)',
  'function deposit() payable',
  'function allPairsLength() view returns (uint256)',
  'function allPairs(uint256) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])

/** Measures how long a quote of a swap takes, compared with reading the same pools. */
export const group: Group = {
  title: 'Swap',
  how: `\`GET /v1/convert/quotes\` on the first chain of the devnet with ${count.pools} pools of Uniswap v2 and 14 of v3, by HTTP on this machine; API, clients and chain share its cores, and API and clients one
Node process. ${count.quotes} quotes of different amounts between all pairs of twelve tokens, through up to four tokens; every client asks again as soon as it is answered. One block: the pools are read once for each pair. A block each: a block is
made before each quote of one client, so that everything is read again. Bare read: one \`eth_call\` to Multicall3 for the reserves of the same ${count.pools} pools.`,
  async measure(signal) {
    const devnet = await startDevnet({ ports: 'free', signal })
    const [chain] = devnet.chains
    if (!chain) throw new Error('The devnet has no chain')
    try {
      await openMorePools(chain)
      const api = createApi({
        chains: [chainOfDeployment(chain.deployment, chain.url)],
        ...unlimited,
      })
      try {
        const { url } = await api.listen({ port: 0 })
        return [
          ...(await measureQuotes(url, chain, signal)),
          ...(await measureReads(chain, signal)),
        ]
      } finally {
        await api.close({ drain: 0 })
      }
    } finally {
      await devnet.close()
    }
  },
}

type Chain = Awaited<ReturnType<typeof startDevnet>>['chains'][number]

/** Opens pools between all tokens until there are as many as the measurement needs. */
async function openMorePools({ url, deployment: { dex, tokens } }: Chain): Promise<void> {
  const client = createPublicClient({ transport: http(url) })
  const stranger = await strangerOn(url)
  const far = 2n ** 40n
  const minted = [
    ...tokens.filter(({ symbol }) => symbol !== 'WETH'),
    ...(await copiesOf(url, tokens)),
  ]
  for (const { address } of minted) {
    await stranger.send(
      address,
      encodeFunctionData({ abi, functionName: 'mint', args: [stranger.address, 10n ** 30n] }),
    )
    await stranger.send(
      address,
      encodeFunctionData({ abi, functionName: 'approve', args: [dex.router, 10n ** 30n] }),
    )
  }
  for (const [index, one] of minted.entries()) {
    for (const other of minted.slice(index + 1)) {
      if (
        (await client.readContract({
          address: dex.factory,
          abi,
          functionName: 'allPairsLength',
        })) >= count.pools
      )
        return
      const args = [
        one.address,
        other.address,
        worth(depth, one),
        worth(depth, other),
        0n,
        0n,
        dex.router,
        far,
      ] as const
      await stranger.send(
        dex.router,
        encodeFunctionData({ abi, functionName: 'addLiquidity', args }),
      )
    }
  }
}

/** Deploys four more tokens: copies of DAI's code, which have no names. */
async function copiesOf(url: string, tokens: Chain['deployment']['tokens']) {
  const client = createTestClient({ mode: 'anvil', transport: http(url) })
  const bytecode = await createPublicClient({ transport: http(url) }).getCode({
    address: tokens.find(({ symbol }) => symbol === 'DAI')?.address ?? '0x',
  })
  const copies = [1, 2, 3, 4].map((index) => ({
    address: numberToHex((0x5a11n << 64n) | BigInt(index), { size: 20 }),
    symbol: `COPY${index}`,
    decimals: 18,
  }))
  for (const { address } of copies) await client.setCode({ address, bytecode: bytecode ?? '0x' })
  return copies
}

async function measureQuotes(
  url: string,
  { networkId, deployment, url: node }: Chain,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const pairs = deployment.tokens.flatMap((from) =>
    deployment.tokens
      .filter((to) => to !== from && to.symbol !== 'TOLL' && from.symbol !== 'TOLL')
      .map((to) => ({ from, to })),
  )
  const address = (index: number) => {
    const pair = pairs[(index * 7) % pairs.length]
    if (!pair) throw new Error('The devnet has no tokens')
    const { from, to } = pair
    const amount = worth(20 + (index % 97) * 30, from)
    return `${url}/v1/convert/quotes?${new URLSearchParams({ amount: String(amount), from: `${networkId}:${from.address}`, to: `${networkId}:${to.address}` })}`
  }
  await latencies({ count: pairs.length, clients: 5, address, signal })
  const rows: Row[] = []
  for (const clients of [1, 50])
    rows.push(
      ...rowsOf(
        `quote, one block, ${clientsText(clients)}`,
        await latencies({ count: count.quotes, clients, address, signal }),
      ),
    )
  const fresh: number[] = []
  for (let index = 0; index < 100; index++) {
    await fetch(node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}',
      signal,
    })
    fresh.push(
      ...(await latencies({ count: 1, clients: 1, address: () => address(index), signal })),
    )
  }
  return [...rows, ...rowsOf('quote, a block each, 1 client', fresh)]
}

async function measureReads(
  { url, deployment: { dex, multicall3 } }: Chain,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const client = createPublicClient({ transport: http(url) })
  const total = Number(
    await client.readContract({ address: dex.factory, abi, functionName: 'allPairsLength' }),
  )
  const pools = await Promise.all(
    Array.from({ length: total }, (_, index) =>
      client.readContract({
        address: dex.factory,
        abi,
        functionName: 'allPairs',
        args: [BigInt(index)],
      }),
    ),
  )
  const data = encodeFunctionData({
    abi: parseAbi([
      'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
    ]),
    functionName: 'aggregate3',
    args: [
      pools.map((target: Address) => ({
        target,
        allowFailure: true,
        callData: encodeFunctionData({ abi, functionName: 'getReserves' }),
      })),
    ],
  })
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to: multicall3, data }, 'latest'],
  })
  const rows: Row[] = []
  for (const clients of [1, 50])
    rows.push(
      ...rowsOf(
        `bare read of ${total} reserves, ${clientsText(clients)}`,
        await readings(url, body, clients, signal),
      ),
    )
  return rows
}

/**
 * Measures reads from the node. The request has the header `content-type` for JSON, because the
 * node accepts nothing else.
 */
async function readings(
  url: string,
  body: string,
  clients: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const durations: number[] = []
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let index = 0; index < count.quotes / clients; index++) {
        const began = performance.now()
        await (
          await fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
            signal,
          })
        ).arrayBuffer()
        durations.push(performance.now() - began)
      }
    }),
  )
  return durations
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
