import { parseNetworkId } from '@latchkey/protocol/caip'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { counts } from '@latchkey/protocol/limits'
import { expect, test } from 'vitest'
import { openEvm } from '../chain/evm/openEvm.ts'
import type { Hex, SoldChain } from '../chain/soldChain.ts'
import { Refusal } from '../refusal.ts'
import { createPrices, PricesError } from './createPrices.ts'

const tokenAt = (index: number): Hex => `0x${(index + 1).toString(16).padStart(40, '0')}`

/** A chain with the coin TEST and the tokens T0, T1, … */
const chainOf = (tokens: number): SoldChain =>
  openEvm(
    {
      networkId: parseNetworkId('eip155:77').networkId,
      name: 'Test',
      nativeCurrency: { name: 'Test', symbol: 'TEST', decimals: 18 },
      rpcUrls: [],
      tokens: Array.from({ length: tokens }, (_, index) => ({
        address: tokenAt(index),
        name: `Token ${index}`,
        symbol: `T${index}`,
        decimals: 6,
      })),
    },
    { key: `0x${'1'.repeat(64)}`, fetch },
  )

/**
 * A fake API in which every token costs 2. It refuses a request that contains one of the unpriced
 * tokens.
 */
function apiWithout(
  unpriced: readonly Hex[],
  { symbols, field = 'asset' }: { symbols?: readonly string[]; field?: string } = {},
) {
  const asked: string[][] = []
  const prices = createPrices({
    now: Date.now,
    apiUrl: () => 'http://api.test',
    projectId: undefined,
    symbols,
    fetch: async (_, init) => {
      // the body is from `createPrices`
      const { addresses } = JSON.parse(String(init?.body)) as { addresses: string[] }
      asked.push(addresses)
      if (addresses.some((id) => unpriced.some((token) => id.endsWith(token))))
        return Response.json(
          { status: 'FAILED', reasons: [{ field, name: field, description: 'Unknown asset' }] },
          { status: 400 },
        )
      return Response.json({
        fungibles: addresses.map((address) => ({
          address,
          name: 'Token',
          symbol: 'T',
          iconUrl: '',
          price: 2,
          decimals: 6,
        })),
      })
    },
  })
  return { prices, asked }
}
const { signal } = new AbortController()

test.each<[string, Hex[]]>([
  ['the first', [tokenAt(0)]],
  ['one in the middle', [tokenAt(13)]],
  ['the last', [tokenAt(24)]],
  ['several', [tokenAt(0), tokenAt(1), tokenAt(12), tokenAt(24)]],
  ['the coin', [nativeTokenAddress]],
])('when %s has no price, all other tokens have prices', async (_, unpriced) => {
  const { prices } = apiWithout(unpriced)
  const found = await prices(chainOf(25), 'USD', signal)
  const all: Hex[] = [nativeTokenAddress, ...chainOf(25).tokens.map(({ address }) => address)]
  expect([...found.keys()].toSorted()).toEqual(
    all.filter((token) => !unpriced.includes(token)).toSorted(),
  )
  expect([...new Set(found.values())]).toEqual([2])
})

test('a chain without any price has an empty map of prices', async () => {
  const { prices } = apiWithout([nativeTokenAddress, tokenAt(0), tokenAt(1)])
  expect(await prices(chainOf(2), 'USD', signal)).toEqual(new Map())
})

test('when all tokens have prices, the sandbox sends one request for each batch', async () => {
  const { prices, asked } = apiWithout([])
  expect((await prices(chainOf(counts.apiBatch), 'USD', signal)).size).toBe(counts.apiBatch + 1)
  expect(asked.map((addresses) => addresses.length)).toEqual([counts.apiBatch, 1])
})

test('the sandbox requests prices only for the sold tokens and the coin', async () => {
  const { prices, asked } = apiWithout([tokenAt(0)], { symbols: ['T1'] })
  expect([...(await prices(chainOf(3), 'USD', signal)).keys()].toSorted()).toEqual(
    [nativeTokenAddress, tokenAt(1)].toSorted(),
  )
  expect(asked.flat().toSorted()).toEqual(
    [`eip155:77:${tokenAt(1)}`, `eip155:77:${nativeTokenAddress}`].toSorted(),
  )
})

test('when the API refuses another field than the token, the request is not repeated', async () => {
  const currency = apiWithout([tokenAt(0)], { field: 'currency' })
  await expect(currency.prices(chainOf(3), 'EUR', signal)).rejects.toThrow(Refusal)
  const chainId = apiWithout([tokenAt(0)], { field: 'chainId' })
  await expect(chainId.prices(chainOf(3), 'USD', signal)).rejects.toThrow(PricesError)
  expect([currency.asked.length, chainId.asked.length]).toEqual([1, 1])
})
