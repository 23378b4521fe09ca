import {
  createTestClient,
  decodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseUnits,
  publicActions,
} from 'viem'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { addressOf } from '@latchkey/devnet/accounts'
import type { Endpoint } from '@latchkey/protocol/api'
import {
  convertAllowance,
  convertBuildApprove,
  convertBuildTransaction,
  convertGasPrice,
  convertQuotes,
  convertTokens,
} from '@latchkey/protocol/convert'
import { startTestApis } from '../../testing/startTestApis.ts'
import { swapperOn } from '../../testing/swapperOn.ts'

const { devnet, configs, start } = startTestApis()
const first = () => devnet().chains[0] ?? expect.fail('The devnet has no chain')
const user = `eip155:31337:${addressOf('everyday user')}`

/** Sends a request to an endpoint, and checks its answer with the endpoint's schema. */
async function request(url: string, endpoint: Endpoint, input: Record<string, unknown>) {
  const query =
    // in these tests all parameters are texts
    endpoint.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const response = await fetch(
    `${url}${endpoint.path}${query}`,
    endpoint.method === 'POST' ? { method: 'POST', body: JSON.stringify(input) } : {},
  )
  const body: unknown = await response.json()
  if (response.ok) v.parse(endpoint.answer, body)
  return { status: response.status, body }
}

function tokenId(symbol: string): string {
  return `eip155:31337:${swapperOn(first()).token(symbol).address}`
}

test('the list of tokens has the coin and every listed token, and reports whether each accepts permits', async () => {
  const url = await start()
  const { body } = await request(url, convertTokens, { chainId: 'eip155:31337' })
  const { tokens } = v.parse(convertTokens.answer, body)
  expect(tokens.map(({ symbol }) => symbol)).toEqual([
    'ETH',
    ...first().deployment.tokens.map(({ symbol }) => symbol),
  ])
  expect(tokens[0]?.address).toBe(`eip155:31337:0x${'e'.repeat(40)}`)
  expect(tokens.filter(({ eip2612 }) => !eip2612).map(({ symbol }) => symbol)).toEqual([
    'ETH',
    'WETH',
    'TOLL',
    'HUSH',
  ])
  const one = v.parse(
    convertTokens.answer,
    (await request(url, convertTokens, { chainId: 'eip155:31337', address: tokenId('GUSD') })).body,
  ).tokens
  expect(one).toMatchObject([
    { symbol: 'GUSD', decimals: 2, logoUri: expect.stringContaining('/GUSD') },
  ])
  expect(
    await request(url, convertTokens, {
      chainId: 'eip155:31337',
      address: `eip155:31337:0x${'01'.repeat(20)}`,
    }),
  ).toMatchObject({ body: { tokens: [] } })
})

test('gas prices are in ascending order, and include the base fee', async () => {
  const { baseFeePerGas } = await createTestClient({ mode: 'anvil', transport: http(first().url) })
    .extend(publicActions)
    .getBlock()
  const { body } = await request(await start(), convertGasPrice, { chainId: 'eip155:31337' })
  const { standard, fast, instant } = v.parse(convertGasPrice.answer, body)
  expect(BigInt(standard)).toBeGreaterThan(((baseFeePerGas ?? 0n) * 7n) / 8n)
  expect(BigInt(fast)).toBeGreaterThanOrEqual(BigInt(standard))
  expect(BigInt(instant)).toBeGreaterThanOrEqual(BigInt(fast))
})

test('a quote has the amount that the pools pay, the route, the price impact, the gas and the spender', async () => {
  const { body } = await request(await start(), convertQuotes, {
    amount: String(parseUnits('5000', 18)),
    from: tokenId('LINK'),
    to: tokenId('USDC'),
  })
  const { quotes } = v.parse(convertQuotes.answer, body)
  expect(quotes).toMatchObject([
    {
      id: null,
      fromAccount: tokenId('LINK'),
      toAccount: tokenId('USDC'),
      provider: { id: 'pools' },
      fee: '0',
      spender: `eip155:31337:${first().deployment.swap?.router.toLowerCase()}`,
    },
  ])
  const route = quotes[0]?.route ?? []
  expect(route.length).toBeGreaterThan(1)
  expect(route.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 1)
  expect(quotes[0]?.priceImpact).toBeGreaterThan(0.5)
  expect(Number(quotes[0]?.gas)).toBeGreaterThan(150_000)
})

test('an approval is for the given amount, or unlimited without an amount, and the amount 0 revokes the approval', async () => {
  const url = await start()
  const approve = async (more: object) =>
    v.parse(
      convertBuildApprove.answer,
      (
        await request(url, convertBuildApprove, {
          from: tokenId('USDC'),
          to: tokenId('DAI'),
          userAddress: user,
          ...more,
        })
      ).body,
    ).tx
  const argsOf = ({ data }: { data: `0x${string}` }) =>
    decodeFunctionData({ abi: erc20Abi, data }).args
  const router = first().deployment.swap?.router
  expect(await approve({ amount: '25' })).toMatchObject({
    from: tokenId('USDC'),
    to: tokenId('DAI'),
    value: '0',
    eip155: { gasPrice: expect.stringMatching(/^\d+$/) },
  })
  expect(argsOf(await approve({ amount: '25' }))).toEqual([router, 25n])
  expect(argsOf(await approve({ amount: '0' }))).toEqual([router, 0n])
  expect(argsOf(await approve({}))).toEqual([router, maxUint256])
})

test('the allowance of the router is reported, and is unlimited for the coin and for wrapping', async () => {
  const url = await start()
  const swapper = swapperOn(first())
  await swapper.approve('DAI', 1_234n)
  const allowance = async (symbol: string, more = {}) =>
    (
      await request(url, convertAllowance, {
        tokenAddress: symbol === 'ETH' ? `eip155:31337:0x${'e'.repeat(40)}` : tokenId(symbol),
        userAddress: `eip155:31337:${swapper.address}`,
        ...more,
      })
    ).body
  expect(await allowance('DAI')).toEqual({ allowance: '1234' })
  expect(await allowance('LINK')).toEqual({ allowance: '0' })
  expect(await allowance('ETH')).toEqual({ allowance: String(maxUint256) })
  expect(await allowance('WETH', { provider: 'wrap' })).toEqual({ allowance: String(maxUint256) })
})

test('the wrapped coin is converted one to one, by its own contract', async () => {
  const url = await start()
  const wrapped = first().deployment.dex.weth.toLowerCase()
  const native = `eip155:31337:0x${'e'.repeat(40)}`
  for (const [from, to] of [
    [native, tokenId('WETH')],
    [tokenId('WETH'), native],
  ] as const) {
    const { body } = await request(url, convertQuotes, { amount: '1000', from, to })
    expect(body).toMatchObject({
      quotes: [
        {
          toAmount: '1000',
          provider: { id: 'wrap' },
          spender: `eip155:31337:${wrapped}`,
          priceImpact: 0,
        },
      ],
    })
    const built = await request(url, convertBuildTransaction, {
      amount: '1000',
      from,
      to,
      userAddress: user,
      eip155: { slippage: 1 },
    })
    expect(built.body).toMatchObject({
      tx: { to: `eip155:31337:${wrapped}`, amount: '1000', value: from === native ? '1000' : '0' },
    })
  }
})

test.each([
  [
    'a network that the API does not have',
    convertTokens,
    { chainId: 'eip155:1' },
    'Network not supported for Swaps',
  ],
  [
    'a network without pools',
    convertTokens,
    { chainId: 'eip155:31338' },
    'Network not supported for Swaps',
  ],
  [
    'gas prices of a network without swaps',
    convertGasPrice,
    { chainId: 'eip155:31338' },
    'Network not supported for Gas Price',
  ],
  [
    'a network of another kind',
    convertGasPrice,
    { chainId: 'solana:mainnet' },
    'Network not supported for Gas Price',
  ],
  [
    'two networks',
    convertQuotes,
    {
      amount: '1',
      from: `eip155:31337:0x${'1'.repeat(40)}`,
      to: `eip155:31338:0x${'2'.repeat(40)}`,
    },
    'Network not supported for Swaps',
  ],
  [
    'an amount of nothing',
    convertQuotes,
    {
      amount: '0',
      from: `eip155:31337:0x${'1'.repeat(40)}`,
      to: `eip155:31337:0x${'2'.repeat(40)}`,
    },
    'Invalid amount',
  ],
  [
    'an amount beyond 256 bits',
    convertQuotes,
    {
      amount: '9'.repeat(78),
      from: `eip155:31337:0x${'1'.repeat(40)}`,
      to: `eip155:31337:0x${'2'.repeat(40)}`,
    },
    'Invalid amount',
  ],
  [
    'a token for itself',
    convertQuotes,
    {
      amount: '1',
      from: `eip155:31337:0x${'1'.repeat(40)}`,
      to: `eip155:31337:0x${'1'.repeat(40)}`,
    },
    'Expected two different tokens',
  ],
  [
    'tokens without pools',
    convertQuotes,
    {
      amount: '1',
      from: `eip155:31337:0x${'1'.repeat(40)}`,
      to: `eip155:31337:0x${'2'.repeat(40)}`,
    },
    'insufficient liquidity',
  ],
  [
    'something that is no address',
    convertAllowance,
    { tokenAddress: 'eip155:31337:usdc', userAddress: user },
    'Invalid address',
  ],
  [
    'a contract that is no token',
    convertAllowance,
    { tokenAddress: user, userAddress: user },
    'Not a token',
  ],
  [
    'an approval of the native coin',
    convertBuildApprove,
    { from: `eip155:31337:0x${'e'.repeat(40)}`, to: user },
    'This needs no approval',
  ],
  [
    'a provider that nobody knows',
    convertBuildApprove,
    { from: user, to: user, provider: 'toString' },
    'Unknown provider',
  ],
  [
    'too much slippage',
    convertBuildTransaction,
    { amount: '1', from: user, to: user, userAddress: user, eip155: { slippage: 51 } },
    'The slippage is too high',
  ],
] as const)('the API refuses %s', async (_, endpoint, input, description) => {
  expect(await request(await start(), endpoint, input)).toMatchObject({
    status: 400,
    body: { status: 'FAILED', reasons: [{ description }] },
  })
})

test('the API refuses an amount for which the pools pay almost nothing', async () => {
  const url = await start()
  const answer = await request(url, convertQuotes, {
    amount: String(10n ** 28n),
    from: tokenId('LINK'),
    to: tokenId('GUSD'),
  })
  expect(answer).toMatchObject({
    status: 400,
    body: { reasons: [{ description: 'insufficient liquidity' }] },
  })
})

test('without a node, quotes and gas prices get status 503, not a refusal', async () => {
  const [config] = configs()
  if (!config) throw new Error('The devnet has no chain')
  const url = await start({ chains: [{ ...config, rpcUrls: ['http://127.0.0.1:1'] }] })
  const quote = { amount: '1000', from: tokenId('LINK'), to: tokenId('USDC') }
  expect(await request(url, convertQuotes, quote)).toMatchObject({ status: 503 })
  expect(await request(url, convertGasPrice, { chainId: 'eip155:31337' })).toMatchObject({
    status: 503,
  })
  expect(
    await request(url, convertAllowance, { tokenAddress: tokenId('LINK'), userAddress: user }),
  ).toMatchObject({ status: 503 })
  expect(await request(url, convertTokens, { chainId: 'eip155:31337' })).toMatchObject({
    status: 200,
  })
  expect(
    (
      await request(url, convertBuildApprove, {
        from: tokenId('LINK'),
        to: tokenId('USDC'),
        amount: '1',
      })
    ).body,
  ).toMatchObject({ tx: { value: '0' } })
})
