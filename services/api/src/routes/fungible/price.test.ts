import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { createPublicClient, createTestClient, http, numberToHex, parseAbi } from 'viem'
import { fungiblePrice } from '@latchkey/protocol/api'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import { chainOfDeployment } from '../../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../../createApi.ts'
import type { ApiOptions } from '../../options.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { placeTextContract } from '../../testing/strangeTokens.ts'

let devnet: Devnet
const opened: { close: () => Promise<unknown> }[] = []
beforeAll(async () => void (devnet = await startDevnet({ ports: 'free' })), 60_000)
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)
afterAll(() => devnet.close())

const configs = () => devnet.chains.map((chain) => chainOfDeployment(chain.deployment, chain.url))
const pairAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])

function first() {
  const [chain] = devnet.chains
  if (!chain) throw new Error('The devnet has no chain')
  return chain
}

function idOf(symbol: string): string {
  return `${first().networkId}:${tokenOf(symbol).address}`
}

function tokenOf(symbol: string) {
  const token = first().deployment.tokens.find((entry) => entry.symbol === symbol)
  if (!token) throw new Error(`The devnet has no ${symbol}`)
  return token
}

async function start(options: Partial<ApiOptions> = {}) {
  const api = createApi({ ...neverOverloaded, chains: configs(), ...options })
  opened.push(api)
  const { url } = await api.listen({ port: 0 })
  return async (addresses: string[], currency = 'usd') => {
    const response = await fetch(`${url}/v1/fungible/price`, {
      method: 'POST',
      body: JSON.stringify({ currency, addresses }),
    })
    const body: unknown = await response.json()
    return {
      status: response.status,
      body,
      fungibles: response.ok ? v.parse(fungiblePrice.answer, body).fungibles : [],
    }
  }
}

/**
 * The price of a token in the quote token, calculated from the reserves that the pool has on the
 * chain.
 */
async function poolPrice(symbol: string, quoteSymbol: string): Promise<number> {
  const [token, quote] = [tokenOf(symbol), tokenOf(quoteSymbol)]
  const client = createPublicClient({ transport: http(first().url) })
  const pair = await client.readContract({
    address: first().deployment.dex.factory,
    abi: pairAbi,
    functionName: 'getPair',
    args: [token.address, quote.address],
  })
  const [low, high] = await client.readContract({
    address: pair,
    abi: pairAbi,
    functionName: 'getReserves',
  })
  const [own, other] =
    token.address.toLowerCase() < quote.address.toLowerCase() ? [low, high] : [high, low]
  return Number(other) / 10 ** quote.decimals / (Number(own) / 10 ** token.decimals)
}

test('the answer has a price for every address, in the order and spelling of the request', async () => {
  const request = await start()
  const [, second] = devnet.chains
  const addresses = [
    idOf('USDC'),
    nativeTokenId(first().networkId),
    idOf('USDC').toLowerCase(),
    nativeTokenId(second?.networkId ?? ''),
    idOf('USDC'),
  ]
  const { fungibles } = await request(addresses)
  expect(fungibles.map((entry) => entry.address)).toEqual(addresses)
  expect(fungibles.map((entry) => entry.symbol)).toEqual(['USDC', 'ETH', 'USDC', 'ETH', 'USDC'])
  expect(fungibles[0]).toMatchObject({
    name: 'USD Coin',
    price: 1,
    decimals: 6,
    iconUrl: expect.stringMatching(/\/public\/getTokenImage\/USDC$/),
  })
})

test('the price of the coin is that of its wrapped token, by the reserves of the pool', async () => {
  const request = await start()
  const {
    fungibles: [coin, wrapped],
  } = await request([nativeTokenId(first().networkId), idOf('WETH')])
  expect(coin?.price).toBe(wrapped?.price)
  expect(coin?.price).toBeCloseTo(await poolPrice('WETH', 'USDC'), 6)
})

test('the price of a token comes from its deepest pool, also through the wrapped coin', async () => {
  const request = await start()
  const symbols = first()
    .deployment.tokens.map((token) => token.symbol)
    .filter((symbol) => symbol !== 'USDC' && symbol !== 'WETH')
  const { fungibles, body } = await request(symbols.map(idOf))
  expect(fungibles, JSON.stringify(body)).toHaveLength(symbols.length)
  const coin = await poolPrice('WETH', 'USDC')
  for (const { symbol, price } of fungibles) {
    const candidates = await Promise.all([
      poolPrice(symbol, 'USDC').catch(() => NaN),
      poolPrice(symbol, 'WETH').then(
        (inCoins) => inCoins * coin,
        () => NaN,
      ),
    ])
    expect(
      candidates.some((candidate) => Math.abs(candidate / price - 1) < 1e-9),
      `${symbol} ${price} ${candidates.join()}`,
    ).toBe(true)
  }
})

test('the API converts prices to other currencies, and refuses a currency without a rate', async () => {
  const request = await start({ rates: async (currency) => (currency === 'gbp' ? 0.8 : undefined) })
  expect((await request([idOf('USDC')], 'gbp')).fungibles[0]?.price).toBe(0.8)
  expect(
    (await request([nativeTokenId(first().networkId)], 'eth')).fungibles[0]?.price,
  ).toBeCloseTo(1, 9)
  expect(await request([idOf('USDC')], 'inr')).toMatchObject({
    status: 400,
    body: { reasons: [{ field: 'currency' }] },
  })
})

test.each([
  ['an address without a contract', () => `${first().networkId}:0x${'01'.repeat(20)}`, 'asset'],
  [
    'a contract that is not a token',
    () => `${first().networkId}:${first().deployment.multicall3}`,
    'asset',
  ],
  ['a network of another service', () => `eip155:1:0x${'01'.repeat(20)}`, 'chainId'],
  ['an invalid address', () => `${first().networkId}:usdc`, 'address'],
  ['a malformed id', () => 'usdc', ''],
])('the API refuses %s', async (_, id, field) => {
  const request = await start()
  expect(await request([idOf('USDC'), id()])).toMatchObject({
    status: 400,
    body: { status: 'FAILED', reasons: [{ field, name: field }] },
  })
})

test('a token without a pool has no price', async () => {
  const request = await start()
  const token = `0x${'ef'.repeat(20)}` as const
  await placeTextContract(first().url, token, 'Lonely')
  expect(await request([`${first().networkId}:${token}`])).toMatchObject({
    status: 400,
    body: { reasons: [{ field: 'asset' }] },
  })
})

test('an empty or very small pool gives no price', async () => {
  const { deployment, url, networkId } = first()
  const client = createPublicClient({ transport: http(url) })
  const pair = await client.readContract({
    address: deployment.dex.factory,
    abi: pairAbi,
    functionName: 'getPair',
    args: [tokenOf('WETH').address, tokenOf('USDC').address],
  })
  const anvil = createTestClient({ mode: 'anvil', transport: http(url) })
  // the storage slot in which a Uniswap v2 pair has its reserves
  const slot = numberToHex(8, { size: 32 })
  const before = (await client.getStorageAt({ address: pair, slot })) ?? '0x'
  const usdcIsLow = tokenOf('USDC').address.toLowerCase() < tokenOf('WETH').address.toLowerCase()
  const write = (usdc: bigint, weth: bigint) => {
    const [low, high] = usdcIsLow ? [usdc, weth] : [weth, usdc]
    return anvil.setStorageAt({
      address: pair,
      index: slot,
      value: numberToHex((high << 112n) | low, { size: 32 }),
    })
  }
  try {
    for (const [usdc, weth] of [
      [0n, 0n],
      [1_000_000n, 0n],
      [999_999n, 1n],
    ] as const) {
      await write(usdc, weth)
      expect(await (await start())([nativeTokenId(networkId)]), `${usdc} ${weth}`).toMatchObject({
        status: 400,
        body: { reasons: [{ field: 'asset' }] },
      })
    }
    await write(2_000_000n, 10n ** 18n)
    expect((await (await start())([nativeTokenId(networkId)])).fungibles[0]?.price).toBe(2)
  } finally {
    await anvil.setStorageAt({ address: pair, index: slot, value: before })
  }
})

test('without an exchange a price gets status 400, and without a node status 503', async () => {
  const [config] = configs()
  if (!config) throw new Error('The devnet has no chain')
  const { dex: _, ...bare } = config
  expect((await (await start({ chains: [bare] }))([idOf('USDC')])).status).toBe(400)
  const down = await start({ chains: [{ ...config, rpcUrls: ['http://127.0.0.1:1'] }] })
  expect(await down([idOf('USDC')])).toMatchObject({
    status: 503,
    body: { reasons: [{ field: '' }] },
  })
})
