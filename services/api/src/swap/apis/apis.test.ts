import { createServer, type Server } from 'node:http'
import { concat, encodeFunctionData, erc20Abi, numberToHex, parseAbi, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { startTestApis } from '../../testing/startTestApis.ts'
import { swapperOn, type Swapper } from '../../testing/swapperOn.ts'

const { devnet, start, configs } = startTestApis()
const first = () => devnet().chains[0] ?? expect.fail('The devnet has no chain')
const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()))

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] path, address to) payable returns (uint256)',
])
const amount = 10n ** 18n

/** Starts a fake service. `answer` gets its requests. */
async function startService(
  answer: (
    url: URL,
    headers: Record<string, unknown>,
  ) => { status?: number; body: unknown } | 'hang',
): Promise<string> {
  const server = createServer((request, response) => {
    const answered = answer(new URL(request.url ?? '/', 'http://localhost'), request.headers)
    if (answered !== 'hang')
      response
        .writeHead(answered.status ?? 200, { 'content-type': 'application/json' })
        .end(typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const router = () => first().deployment.swap?.router ?? '0x'
const tokenOf = (swapper: Swapper, symbol: string) => swapper.token(symbol).address
/** The data of a correct swap of LINK for WETH over v2, as a service would build it. */
const dataFor = (swapper: Swapper, minOut: bigint) =>
  encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [amount, minOut, [tokenOf(swapper, 'LINK'), tokenOf(swapper, 'WETH')], swapper.address],
  })

/**
 * Makes the answers that both kinds of services give about LINK and WETH. `tx` and `zeroX` replace
 * some fields.
 */
function services(
  swapper: Swapper,
  bought: bigint,
  { tx = {}, zeroX = {} }: { tx?: object; zeroX?: object } = {},
) {
  const transaction = {
    to: router(),
    data: dataFor(swapper, (bought * 99n) / 100n),
    value: '0',
    gas: '210000',
    gasPrice: '1000000000',
    ...tx,
  }
  return {
    '0x': (url: URL) => ({
      body: {
        liquidityAvailable: true,
        sellToken: tokenOf(swapper, 'LINK'),
        buyToken: tokenOf(swapper, 'WETH'),
        sellAmount: String(amount),
        buyAmount: String(bought),
        minBuyAmount: String((bought * 99n) / 100n),
        gas: '210000',
        fees: {
          zeroExFee: { amount: '1500', token: tokenOf(swapper, 'LINK'), type: 'volume' },
          integratorFee: null,
        },
        ...(url.pathname.endsWith('/quote') && { transaction }),
        ...zeroX,
      },
    }),
    '1inch': (url: URL) => ({
      body: url.pathname.endsWith('/approve/spender')
        ? { address: router() }
        : url.pathname.endsWith('/swap')
          ? { dstAmount: String(bought), tx: { from: swapper.address, ...transaction } }
          : { dstAmount: String(bought), gas: 210_000 },
    }),
  } as const
}

async function ready() {
  const swapper = swapperOn(first())
  await swapper.client.setBalance({ address: swapper.address, value: 10n ** 20n })
  await swapper.give('LINK', 2n * amount)
  const pool = await swapper.client.simulateContract({
    account: swapper.address,
    address: first().deployment.dex.router,
    abi: parseAbi(['function getAmountsOut(uint256, address[]) view returns (uint256[])']),
    functionName: 'getAmountsOut',
    args: [amount, [tokenOf(swapper, 'LINK'), tokenOf(swapper, 'WETH')]],
  })
  return { swapper, pays: pool.result[1] ?? 0n }
}

const networks = ['eip155:31337']
const idOf = (swapper: Swapper, symbol: string) => `eip155:31337:${tokenOf(swapper, symbol)}`

async function quotes(url: string, swapper: Swapper) {
  const response = await fetch(
    `${url}/v1/convert/quotes?${new URLSearchParams({ amount: String(amount), from: idOf(swapper, 'LINK'), to: idOf(swapper, 'WETH'), gasPrice: '0' })}`,
  )
  const body = (await response.json()) as {
    quotes?: { provider: { id: string }; toAmount: string; fee: string; spender: string }[]
    reasons?: { description: string }[]
  }
  return { ...body, status: response.status }
}

async function build(url: string, swapper: Swapper, provider: string, more: object = {}) {
  const body = JSON.stringify({
    amount: String(amount),
    from: idOf(swapper, 'LINK'),
    to: idOf(swapper, 'WETH'),
    userAddress: `eip155:31337:${swapper.address}`,
    eip155: { slippage: 1 },
    provider,
    ...more,
  })
  const response = await fetch(`${url}/v1/convert/build-transaction`, { method: 'POST', body })
  const answer = (await response.json()) as {
    tx?: { to: string; data: Hex; amount: string }
    reasons?: { description: string }[]
  }
  return { ...answer, status: response.status }
}

test.each(['0x', '1inch'] as const)(
  '%s: the quote is listed with those of the pools, its transaction swaps the tokens, and the API sends its key',
  async (kind) => {
    const { swapper, pays } = await ready()
    const requests: {
      path: string
      query: Record<string, string>
      headers: Record<string, unknown>
    }[] = []
    const service = await startService((url, headers) => {
      requests.push({ path: url.pathname, query: Object.fromEntries(url.searchParams), headers })
      return services(swapper, pays)[kind](url)
    })
    const url = await start({
      swapApis: [
        { kind, name: 'Another', url: service, apiKey: 'secret', spender: router(), networks },
      ],
    })
    const { quotes: offered = [] } = await quotes(url, swapper)
    expect(offered.map(({ provider }) => provider.id).toSorted()).toEqual(
      [kind, 'pools'].toSorted(),
    )
    expect(offered.find(({ provider }) => provider.id === kind)).toMatchObject({
      toAmount: String(pays),
      fee: kind === '0x' ? '1500' : '0',
      spender: `eip155:31337:${router().toLowerCase()}`,
    })
    const { tx } = await build(url, swapper, kind)
    expect(tx).toMatchObject({
      amount: String(pays),
      to: `eip155:31337:${router().toLowerCase()}`,
      data: dataFor(swapper, (pays * 99n) / 100n),
    })
    await swapper.approve('LINK', amount)
    await swapper.send(router(), tx?.data ?? '0x')
    expect(await swapper.balance('WETH')).toBe(pays)
    const [price] = requests
    if (kind === '0x')
      expect(price).toMatchObject({
        path: '/swap/allowance-holder/price',
        query: { chainId: '31337', sellAmount: String(amount) },
        headers: { '0x-api-key': 'secret', '0x-version': 'v2' },
      })
    else
      expect(price).toMatchObject({
        path: '/31337/quote',
        query: { amount: String(amount), includeGas: 'true' },
        headers: { authorization: 'Bearer secret' },
      })
  },
  60_000,
)

test('hostile transactions are refused before the user can sign them', async () => {
  const { swapper, pays } = await ready()
  const [thief] = [swapperOn(first())]
  const stolen = tokenOf(swapper, 'DAI')
  await swapper.give('DAI', 10n ** 18n)
  await swapper.approve('DAI')
  // takes another token, for which the router has an old allowance
  const otherToken = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [10n ** 18n, 0n, [stolen, tokenOf(swapper, 'USDC')], thief.address],
  })
  const toThief = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [amount, 0n, [tokenOf(swapper, 'LINK'), tokenOf(swapper, 'WETH')], thief.address],
  })
  const both = encodeFunctionData({
    abi: parseAbi(['function multicall(bytes[]) payable returns (bytes[])']),
    functionName: 'multicall',
    args: [[dataFor(swapper, (pays * 99n) / 100n), otherToken]],
  })
  const cases: [string, { tx?: object; zeroX?: object }, RegExp][] = [
    ['another contract', { tx: { to: thief.address } }, /another contract/],
    [
      'the token itself',
      {
        tx: {
          to: tokenOf(swapper, 'LINK'),
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: 'transfer',
            args: [thief.address, amount],
          }),
        },
      },
      /another contract/,
    ],
    ['coins besides', { tx: { value: '1000' } }, /another value/],
    ['another token', { tx: { data: otherToken } }, /another token|pays less/],
    ['another token besides', { tx: { data: both } }, /another token/],
    ['another receiver', { tx: { data: toThief } }, /pays less/],
    ['a call that fails', { tx: { data: '0xdeadbeef' } }, /would fail/],
    ['no minimum', { zeroX: { minBuyAmount: '1' } }, /minimum is too low/],
    ['no minimum in its data', { tx: { data: dataFor(swapper, 0n) } }, /holds no minimum/],
    [
      'a lower minimum in its data',
      { tx: { data: dataFor(swapper, (pays * 98n) / 100n) } },
      /holds no minimum/,
    ],
    [
      'a minimum that nobody reads',
      {
        tx: {
          data: concat([dataFor(swapper, 0n), numberToHex((pays * 99n) / 100n, { size: 32 })]),
        },
      },
      /holds no minimum/,
    ],
    [
      'more than it pays',
      { zeroX: { buyAmount: String(pays * 2n), minBuyAmount: String(pays * 2n) } },
      /pays less/,
    ],
  ]
  for (const [name, changes, reason] of cases) {
    const service = await startService((url) => services(swapper, pays, changes)['0x'](url))
    const url = await start({
      swapApis: [{ kind: '0x', url: service, spender: router(), networks }],
    })
    const answer = await build(url, swapper, '0x', { disableEstimate: true })
    expect(answer.status, name).toBe(400)
    expect(answer.reasons?.[0]?.description, name).toMatch(reason)
  }
}, 120_000)

test('invalid answers of a provider affect no other provider, and an impossible offer is left out', async () => {
  const { swapper, pays } = await ready()
  const wrong: (() => { status?: number; body: unknown })[] = [
    () => ({ status: 500, body: 'no' }),
    () => ({ body: 'no' }),
    () => ({ body: {} }),
    () => ({ body: '['.repeat(5_000) }),
    () => ({ body: { pad: 'x'.repeat(2_000_000) } }),
    () =>
      services(swapper, pays, { zeroX: { buyToken: tokenOf(swapper, 'DAI') } })['0x'](
        new URL('http://x/price'),
      ),
    () => services(swapper, pays, { zeroX: { sellAmount: '1' } })['0x'](new URL('http://x/price')),
    () => services(swapper, pays, { zeroX: { buyAmount: '-1' } })['0x'](new URL('http://x/price')),
    () =>
      services(swapper, pays, { zeroX: { buyAmount: '9'.repeat(78) } })['0x'](
        new URL('http://x/price'),
      ),
    () => services(swapper, pays * 1_000_000n)['0x'](new URL('http://x/price')),
    () => services(swapper, 0n)['0x'](new URL('http://x/price')),
  ]
  for (const [index, answer] of wrong.entries()) {
    const service = await startService(answer)
    const url = await start({
      swapApis: [{ kind: '0x', url: service, spender: router(), networks }],
    })
    const { quotes: offered = [] } = await quotes(url, swapper)
    expect(
      offered.map(({ provider }) => provider.id),
      String(index),
    ).toEqual(['pools'])
  }
}, 120_000)

test('a provider that never answers does not delay the quotes of others, and without others the API reports an outage', async () => {
  const { swapper, pays } = await ready()
  const service = await startService(() => 'hang')
  const [config] = configs()
  if (!config) throw new Error('The devnet has no chain')
  const { swap: _, ...bare } = config
  const url = await start({
    swapApis: [{ kind: '1inch', url: service, spender: router(), networks }],
  })
  const { quotes: offered } = await quotes(url, swapper)
  expect(offered).toMatchObject([{ provider: { id: 'pools' } }])
  expect(BigInt(offered?.[0]?.toAmount ?? 0)).toBeGreaterThanOrEqual(pays)
  const alone = await start({
    chains: [bare],
    swapApis: [{ kind: '1inch', url: 'http://127.0.0.1:1', spender: router(), networks }],
  })
  expect((await quotes(alone, swapper)).status).toBe(503)
  const poor = await startService(() => ({
    status: 400,
    body: { error: 'Bad Request', description: 'insufficient liquidity', statusCode: 400 },
  }))
  const none = await start({
    chains: [bare],
    swapApis: [{ kind: '1inch', url: poor, spender: router(), networks }],
  })
  expect(await quotes(none, swapper)).toMatchObject({
    status: 400,
    reasons: [{ description: 'insufficient liquidity' }],
  })
}, 60_000)
