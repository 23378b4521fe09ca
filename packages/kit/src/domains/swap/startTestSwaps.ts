import { afterAll, beforeAll } from 'vitest'
import { createServer } from 'node:http'
import {
  createClient,
  decodeAbiParameters,
  encodeFunctionData,
  http,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { readContract } from 'viem/actions'
import { startChain } from '../../../../../devnet/src/startChain.ts'
import type { RunningChain } from '../../../../../devnet/src/startChain.ts'
import { freePorts } from '../../../../../devnet/src/ports.ts'

type Address = `0x${string}`

/** The functions that the fake API uses of Uniswap's router for v2 and v3. */
export const routerAbi = parseAbi([
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] path, address to) payable returns (uint256)',
  'function unwrapWETH9(uint256 least, address to) payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address to, uint256 amount) returns (bool)',
])
const quoteAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
])
const wrapAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])
export const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const network = 'eip155:31337'

/** The error for a swap that the API refuses to build. */
class RefusedError extends Error {}

/** Changes to the fake API's answers. */
export type QuoteVariant = {
  /** Whether the API reports that no token supports permits. */
  noPermits?: boolean
  /** The symbol of the token that the API returns for any address. */
  token?: string
  /** The spenders in the approvals that the API builds, in the order of the requests. */
  spenders?: (Address | undefined)[]
  quote?: (
    quote: Record<string, unknown>,
  ) => Record<
    string,
    unknown
  > /** Offers of other providers, which come first. The API builds none of them. */
  otherQuotes?: (quote: Record<string, unknown>) => readonly Record<string, unknown>[]
  tx?: (tx: Record<string, unknown>) => Record<string, unknown>
  status?: number
  reason?: string
}

/**
 * Starts a fake API of swaps for all tests of a file. Its one provider uses the pools of a real
 * devnet chain. Tests can change its answers by `variant`. `requests` collects the method and the
 * path of each request.
 */
export function startTestSwaps() {
  let chain: RunningChain | undefined
  let url = ''
  const variant: QuoteVariant = {}
  const requests: string[] = []
  const api = new SwapApi(variant, () => {
    if (!chain) throw new Error('The chain is not started')
    return chain
  })
  const server = createServer((message, response) => {
    let body = ''
    message.on('data', (part: Buffer) => (body += String(part)))
    message.on('end', () => {
      requests.push(`${message.method} ${message.url}`)
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', 'application/json')
      respond(api, new URL(message.url ?? '/', 'http://api'), body).then(
        ([status, answer]) => response.writeHead(status).end(JSON.stringify(answer)),
        (error: Error) => response.writeHead(500).end(JSON.stringify(failure(error.message))),
      )
    })
  })

  beforeAll(async () => {
    const [port = 0] = await freePorts(1)
    chain = await startChain(31337, { port, fresh: true, onNotice: () => {} })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}` // not a socket's path
  }, 120_000)
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await chain?.close()
  })
  return {
    url: () => url,
    deployment: () => api.deployment(),
    client: () => api.client(),
    requests,
    variant,
    chain: () => ({ id: 31337, name: 'Devnet', rpcUrl: chain?.url ?? '' }),
  }
}

const failure = (description: string) => ({ status: 'FAILED', reasons: [{ description }] })

/** Returns the status and the body of the answer to a request. */
async function respond(
  api: SwapApi,
  { pathname, searchParams }: URL,
  body: string,
): Promise<[status: number, answer: unknown]> {
  const { status, reason = 'Out of order' } = api.variant
  if (pathname.endsWith('/supported-chains')) return [200, { http: [network], ws: [] }]
  if (pathname.endsWith('/balance')) return [200, { balances: [] }]
  if (!pathname.includes('/convert/')) return [404, failure('Not here')]
  if (status) return [status, failure(reason)]
  try {
    return [200, await api.answer(pathname, searchParams, body)]
  } catch (error) {
    if (error instanceof RefusedError) return [400, failure(error.message)]
    throw error
  }
}

/** The request to build a swap, as the kit sends it. */
type BuildRequest = {
  provider?: string
  amount: string
  from: string
  to: string
  userAddress: string
  eip155: { slippage: number; permit?: Address }
}

/** A quote of the pools. If `path` is empty, the swap wraps or unwraps the native token. */
type PoolQuote = { out: bigint; spender: Address; path: readonly Address[] }

const tokenOf = (id: string) => id.split(':')[2]?.toLowerCase() as Address // a CAIP-10 id has it
const idOf = (address: string) => `${network}:${address.toLowerCase()}`

/** Computes the answers of the fake API. */
class SwapApi {
  readonly variant: QuoteVariant
  readonly #chain: () => RunningChain

  constructor(variant: QuoteVariant, chain: () => RunningChain) {
    this.variant = variant
    this.#chain = chain
  }

  deployment(): RunningChain['deployment'] {
    return this.#chain().deployment
  }

  client() {
    return createClient({ transport: http(this.#chain().url) })
  }

  /** @throws RefusedError for a swap of another provider */
  async answer(path: string, query: URLSearchParams, body: string): Promise<unknown> {
    if (path.endsWith('/tokens')) return this.#tokens(query.get('address'))
    if (path.endsWith('/quotes')) return this.#quotes(query)
    if (path.endsWith('/gas-price'))
      return { standard: '1000000007', fast: '1200000000', instant: '1500000000' }
    if (path.endsWith('/build-approve')) return this.#buildApproval(query)
    const request: BuildRequest = JSON.parse(body) // the kit sends it in this form
    if (request.provider !== 'pools')
      throw new RefusedError('The provider’s transaction pays less than it says')
    const tx = await this.#build(request)
    return { tx: this.variant.tx?.(tx) ?? tx }
  }

  #tokens(wanted: string | null) {
    const { noPermits, token } = this.variant
    const ether = {
      name: 'Ether',
      symbol: 'ETH',
      address: idOf(native),
      decimals: 18,
      logoUri: null,
    }
    const tokens = this.deployment().tokens.map(({ address, name, symbol, decimals }) => ({
      name,
      symbol,
      address: idOf(address),
      decimals,
      logoUri: null,
      eip2612: symbol !== 'WETH' && !noPermits,
    }))
    return {
      tokens: [ether, ...tokens].filter(
        ({ address, symbol }) =>
          !wanted || (token ? symbol === token : address === wanted.toLowerCase()),
      ),
    }
  }

  async #quotes(query: URLSearchParams) {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
    const amount = query.get('amount') ?? ''
    const { out, spender, path } = await this.#quote(tokenOf(from), tokenOf(to), BigInt(amount))
    const pools = path.slice(1).map(() => ({ name: 'Pools' }))
    const quoteRow = {
      id: null,
      fromAmount: amount,
      fromAccount: from,
      toAmount: String(out),
      toAccount: to,
      provider: { id: 'pools', name: 'Pools' },
      spender: `${network}:${spender}`,
      priceImpact: 0.1,
      gas: '180000',
      route: path.length ? [{ percent: 100, tokens: path.map(idOf), pools }] : [],
    }
    const { quote, otherQuotes } = this.variant
    return { quotes: [...(otherQuotes?.(quoteRow) ?? []), quote?.(quoteRow) ?? quoteRow] }
  }

  #buildApproval(query: URLSearchParams) {
    const router = this.deployment().swap?.router as Address // the devnet has a router
    const spender = this.variant.spenders?.shift() ?? router
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName: 'approve',
      args: [spender, BigInt(query.get('amount') ?? 0)],
    })
    return { tx: { from: query.get('from'), to: query.get('to'), value: '0', data } }
  }

  async #quote(from: Address, to: Address, amount: bigint): Promise<PoolQuote> {
    const { weth, usd, router } = this.deployment().dex
    const wrapped = (token: Address) => (token === native ? weth : token)
    if (wrapped(from).toLowerCase() === wrapped(to).toLowerCase())
      return { out: amount, spender: weth, path: [] }
    const symbol = this.#symbolOf(from) ?? this.#symbolOf(to) ?? ''
    const hops = ['DAI', 'USDT', 'GUSD', 'HUSH'].includes(symbol) ? [usd] : [weth]
    const path = [wrapped(from), ...hops, wrapped(to)].filter(
      (address, at, all) =>
        all.findIndex((entry) => entry.toLowerCase() === address.toLowerCase()) === at,
    )
    const amounts = await readContract(this.client(), {
      address: router,
      abi: quoteAbi,
      functionName: 'getAmountsOut',
      args: [amount, path],
    })
    const spender = this.deployment().swap?.router as Address // the devnet has a router
    return { out: amounts.at(-1) ?? 0n, spender, path }
  }

  #symbolOf(address: string): string | undefined {
    return this.deployment().tokens.find((token) => token.address.toLowerCase() === address)?.symbol
  }

  async #build(request: BuildRequest) {
    const { amount, userAddress } = request
    const [from, to] = [tokenOf(request.from), tokenOf(request.to)]
    const pool = await this.#quote(from, to, BigInt(amount))
    return {
      from: userAddress,
      to: `${network}:${pool.spender}`,
      amount: String(pool.out),
      value: from === native ? amount : '0',
      eip155: { gas: '220000', gasPrice: '2000000000' },
      data: pool.path.length === 0 ? wrapData(from, BigInt(amount)) : routeData(request, pool),
    }
  }
}

/** The call that wraps or unwraps the native token. */
const wrapData = (from: Address, amount: bigint) =>
  from === native
    ? encodeFunctionData({ abi: wrapAbi, functionName: 'deposit' })
    : encodeFunctionData({ abi: wrapAbi, functionName: 'withdraw', args: [amount] })

/** The router's call data: the permit if there is one, the swap, and the unwrapping if needed. */
function routeData(request: BuildRequest, { out, path }: PoolQuote): Address {
  const { slippage, permit } = request.eip155
  const [from, to, user] = [request.from, request.to, request.userAddress].map(tokenOf) as [
    Address,
    Address,
    Address,
  ] // the cast: three ids make three addresses
  const minimum = out - (out * BigInt(Math.round(slippage * 100))) / 10_000n
  const isNative = to === native
  const swap = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [
      BigInt(request.amount),
      isNative ? 0n : minimum,
      path,
      isNative ? '0x0000000000000000000000000000000000000002' : user,
    ],
  })
  const unwrap = () =>
    encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [minimum, user] })
  const calls = [
    ...(permit ? [permitData(from, permit)] : []),
    swap,
    ...(isNative ? [unwrap()] : []),
  ]
  return encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [calls] })
}

const permitWords = parseAbiParameters(
  'address, address, uint256, uint256, uint8, bytes32, bytes32',
)

function permitData(token: Address, permit: Address): Address {
  const [, , value, deadline, ...signature] = decodeAbiParameters(permitWords, permit)
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'selfPermit',
    args: [token, value, deadline, ...signature],
  })
}
