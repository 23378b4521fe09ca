import { afterAll, beforeAll } from 'vitest'
import { createServer } from 'node:http'
import { createClient, decodeAbiParameters, encodeFunctionData, http, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { startChain } from '../../../../../devnet/src/startChain.ts'
import type { RunningChain } from '../../../../../devnet/src/startChain.ts'
import { freePorts } from '../../../../../devnet/src/ports.ts'

type Address = `0x${string}`

/** The functions of Uniswap's router over v2 and v3 that the fake API uses. */
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
  /** No token takes signatures. */
  noPermits?: boolean
  /** The token that it returns for any address, by its symbol. */
  token?: string
  /** The contract that the API's own approval allows, in the order of the requests. */
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
 * Starts a fake API of swaps: one provider over the pools of a real devnet chain, whose answers a
 * test can change. It is for all tests of a file. `requests`: method and path of its requests.
 */
export function startTestSwaps() {
  let chain: RunningChain | undefined
  let url = ''
  const variant: QuoteVariant = {}
  const requests: string[] = []
  const deployment = () => {
    if (!chain) throw new Error('The chain is not started')
    return chain.deployment
  }
  const client = () => createClient({ transport: http(chain?.url) })
  const tokenOf = (id: string) => id.split(':')[2]?.toLowerCase() as Address // the kit's own id
  const symbolOf = (address: string) =>
    deployment().tokens.find((token) => token.address.toLowerCase() === address)?.symbol

  async function quote(
    from: Address,
    to: Address,
    amount: bigint,
  ): Promise<{ out: bigint; spender: Address; path: readonly Address[] }> {
    const { weth, usd, router } = deployment().dex
    const wrapped = (token: Address) => (token === native ? weth : token)
    if (wrapped(from).toLowerCase() === wrapped(to).toLowerCase())
      return { out: amount, spender: weth, path: [] }
    const hops = ['DAI', 'USDT', 'GUSD', 'HUSH'].includes(symbolOf(from) ?? symbolOf(to) ?? '')
      ? [usd]
      : [weth]
    const path = [wrapped(from), ...hops, wrapped(to)].filter(
      (address, at, all) =>
        all.findIndex((entry) => entry.toLowerCase() === address.toLowerCase()) === at,
    )
    const amounts = await readContract(client(), {
      address: router,
      abi: quoteAbi,
      functionName: 'getAmountsOut',
      args: [amount, path],
    })
    return { out: amounts.at(-1) ?? 0n, spender: deployment().swap?.router as Address, path }
  }

  async function build({
    amount,
    from: fromId,
    to: toId,
    userAddress,
    eip155,
  }: Record<string, string> & { eip155: never }) {
    const [from, to, user] = [
      tokenOf(fromId ?? ''),
      tokenOf(toId ?? ''),
      tokenOf(userAddress ?? ''),
    ]
    const { out, spender, path } = await quote(from, to, BigInt(amount ?? 0))
    const { slippage, permit } = eip155 as { slippage: number; permit?: Address }
    const minimum = out - (out * BigInt(Math.round(slippage * 100))) / 10_000n
    const tx = {
      from: userAddress,
      to: `${network}:${spender}`,
      amount: String(out),
      value: from === native ? amount : '0',
      eip155: { gas: '220000', gasPrice: '2000000000' },
    }
    if (path.length === 0)
      return {
        ...tx,
        data:
          from === native
            ? encodeFunctionData({ abi: wrapAbi, functionName: 'deposit' })
            : encodeFunctionData({
                abi: wrapAbi,
                functionName: 'withdraw',
                args: [BigInt(amount ?? 0)],
              }),
      }
    const words =
      permit &&
      (decodeAbiParameters(
        ['address', 'address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'].map((type) => ({
          type,
        })) as never,
        permit,
      ) as unknown as [Address, Address, bigint, bigint, number, Address, Address])
    const swap = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForTokens',
      args: [
        BigInt(amount ?? 0),
        to === native ? 0n : minimum,
        path,
        to === native ? '0x0000000000000000000000000000000000000002' : user,
      ],
    })
    const calls = [
      ...(words
        ? [
            encodeFunctionData({
              abi: routerAbi,
              functionName: 'selfPermit',
              args: [from, words[2], words[3], words[4], words[5], words[6]],
            }),
          ]
        : []),
      swap,
      ...(to === native
        ? [
            encodeFunctionData({
              abi: routerAbi,
              functionName: 'unwrapWETH9',
              args: [minimum, user],
            }),
          ]
        : []),
    ]
    return {
      ...tx,
      data: encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [calls] }),
    }
  }

  async function answer(path: string, query: URLSearchParams, body: string): Promise<unknown> {
    const own = (address: string) => `${network}:${address.toLowerCase()}`
    if (path.endsWith('/tokens')) {
      const wanted = query.get('address')
      const ether = {
        name: 'Ether',
        symbol: 'ETH',
        address: own(native),
        decimals: 18,
        logoUri: null,
      }
      const tokens = [
        ether,
        ...deployment().tokens.map(({ address, name, symbol, decimals }) => ({
          name,
          symbol,
          address: own(address),
          decimals,
          logoUri: null,
          eip2612: symbol !== 'WETH' && !variant.noPermits,
        })),
      ]
      return {
        tokens: tokens.filter(
          ({ address, symbol }) =>
            !wanted ||
            (variant.token ? symbol === variant.token : address === wanted.toLowerCase()),
        ),
      }
    }
    if (path.endsWith('/quotes')) {
      const [from = '', to = '', amount = '0'] = [
        query.get('from') ?? '',
        query.get('to') ?? '',
        query.get('amount') ?? '',
      ]
      const {
        out,
        spender,
        path: tokenPath,
      } = await quote(tokenOf(from), tokenOf(to), BigInt(amount))
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
        route: tokenPath.length
          ? [
              {
                percent: 100,
                tokens: tokenPath.map(own),
                pools: tokenPath.slice(1).map(() => ({ name: 'Pools' })),
              },
            ]
          : [],
      }
      return {
        quotes: [...(variant.otherQuotes?.(quoteRow) ?? []), variant.quote?.(quoteRow) ?? quoteRow],
      }
    }
    if (path.endsWith('/gas-price'))
      return { standard: '1000000007', fast: '1200000000', instant: '1500000000' }
    if (path.endsWith('/build-approve')) {
      const spender = variant.spenders?.shift() ?? (deployment().swap?.router as Address)
      return {
        tx: {
          from: query.get('from'),
          to: query.get('to'),
          value: '0',
          data: encodeFunctionData({
            abi: routerAbi,
            functionName: 'approve',
            args: [spender, BigInt(query.get('amount') ?? 0)],
          }),
        },
      }
    }
    if ((JSON.parse(body) as { provider?: string }).provider !== 'pools')
      throw new RefusedError('The provider’s transaction pays less than it says')
    const tx = await build(JSON.parse(body) as never) // the kit's own request
    return { tx: variant.tx?.(tx) ?? tx }
  }

  const server = createServer((message, response) => {
    let body = ''
    message.on('data', (part: Buffer) => (body += String(part)))
    message.on('end', () => {
      const { pathname, searchParams } = new URL(message.url ?? '/', 'http://api')
      requests.push(`${message.method} ${message.url}`)
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', 'application/json')
      const fail = (status: number, description: string) =>
        response
          .writeHead(status)
          .end(JSON.stringify({ status: 'FAILED', reasons: [{ description }] }))
      if (pathname.endsWith('/supported-chains'))
        return void response.end(JSON.stringify({ http: [network], ws: [] }))
      if (pathname.endsWith('/balance')) return void response.end(JSON.stringify({ balances: [] }))
      if (!pathname.includes('/convert/')) return fail(404, 'Not here')
      if (variant.status) return fail(variant.status, variant.reason ?? 'Out of order')
      answer(pathname, searchParams, body).then(
        (quoteRow) => response.end(JSON.stringify(quoteRow)),
        (error: Error) => fail(error instanceof RefusedError ? 400 : 500, error.message),
      )
    })
  })

  beforeAll(async () => {
    const [port = 0] = await freePorts(1)
    chain = await startChain(31337, { port, fresh: true, onNotice: () => {} })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}` // a server on a port
  }, 120_000)
  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await chain?.close()
  })
  return {
    url: () => url,
    deployment,
    client,
    requests,
    variant,
    chain: () => ({ id: 31337, name: 'Devnet', rpcUrl: chain?.url ?? '' }),
  }
}
