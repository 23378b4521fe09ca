import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import { Fault } from '../../bridge/Fault.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { estimate } from './estimate.ts'
import { isLargeFee } from './isLargeFee.ts'
import { maxPerGas, priceOf, usualPrice } from './priceOf.ts'

const gwei = 10n ** 9n
const coin = 10n ** 18n
const address = `0x${'1'.repeat(40)}` as const
const network: Network = {
  networkId: 'eip155:1',
  name: 'Ethereum',
  namespace: 'eip155',
  reference: '1',
  currency: { symbol: 'ETH', decimals: 18 },
}
const answers: Record<string, unknown> = {
  eth_estimateGas: '0x5208',
  eth_getBalance: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x2540be400' },
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_getTransactionCount: '0x7',
}
/** A server whose node knows only these answers. */
const server = {
  call: (_: unknown, { method }: { method: string }) =>
    Promise.resolve({ result: answers[method] }),
} as Wallet['server'] // only `call` is used
const estimateOf = (more: Partial<RequestedTransaction>) =>
  estimate({ server }, network, {
    address,
    transactions: [{ to: address, value: coin, data: '0x', ...more }],
  })

test('when the site sets no fee, the estimate has the usual fee', async () => {
  const usual = 21_000n * 21n * gwei
  expect(await estimateOf({})).toMatchObject({
    fee: usual,
    usualFee: usual,
    costs: [{ type: 'eip1559', gas: 21_000n }],
  })
})

/**
 * Oracles of rollups: the address, and the answer to each known selector, in units of 10^14
 * wei.
 */
const oracles = [
  [
    'the OP stack since Isthmus',
    '0x420000000000000000000000000000000000000F',
    { '0xf1c7a58b': 5n, '0x275aedd2': 7n },
    12n,
  ],
  [
    'the OP stack before Isthmus',
    '0x420000000000000000000000000000000000000F',
    { '0x49948e0e': 5n },
    5n,
  ],
  ['Scroll', '0x5300000000000000000000000000000000000002', { '0x49948e0e': 5n }, 5n],
] as const

test.each(oracles)(
  'the fee includes the additional fee of a rollup: %s',
  async (_, oracle, known, charged) => {
    const fees = new Map<string, bigint>(Object.entries(known))
    const rollup = {
      call: (
        _entry: unknown,
        { method, params }: { method: string; params: readonly { to: string; data: string }[] },
      ) => {
        const [call] = params
        if (method !== 'eth_call' || !call) return Promise.resolve({ result: answers[method] })
        if (call.to !== oracle) return Promise.resolve({ result: '0x' })
        const fee = fees.get(call.data.slice(0, 10))
        return Promise.resolve(
          fee === undefined
            ? { error: { code: 3, message: 'execution reverted' } }
            : { result: `0x${(fee * 10n ** 14n).toString(16).padStart(64, '0')}` },
        )
      },
    } as Wallet['server'] // only `call` is used
    const feeFor = (count: number) =>
      estimate({ server: rollup }, network, {
        address,
        transactions: [
          { to: address, value: coin, data: '0x' },
          ...Array.from(
            { length: count - 1 },
            () => ({ to: address, value: coin, data: '0x' }) as const,
          ),
        ],
      })
    const max = (charged * 10n ** 14n * 5n) / 4n
    expect((await feeFor(1)).fee).toBe(21_000n * 21n * gwei + max)
    expect((await feeFor(1)).usualFee).toBe(21_000n * 21n * gwei + max)
    expect((await feeFor(2)).fee).toBeGreaterThanOrEqual(2n * max)
  },
)

test('when the additional fee of a rollup can’t be read, the estimate fails', async () => {
  const away = new Fault(-32_000, 'Away')
  const half = {
    call: (_entry: unknown, { method }: { method: string }) =>
      method === 'eth_call' ? Promise.reject(away) : Promise.resolve({ result: answers[method] }),
  } as Wallet['server'] // only `call` is used
  await expect(
    estimate({ server: half }, network, {
      address,
      transactions: [{ to: address, value: coin, data: '0x' }],
    }),
  ).rejects.toBe(away)
})

test('when the node limits requests, the estimate fails instead of assuming a fee of zero', async () => {
  const busy = {
    call: (_entry: unknown, { method }: { method: string }) =>
      Promise.resolve(
        method === 'eth_call'
          ? { error: { code: -32_005, message: 'limit exceeded' } }
          : { result: answers[method] },
      ),
  } as Wallet['server'] // only `call` is used
  await expect(
    estimate({ server: busy }, network, {
      address,
      transactions: [{ to: address, value: coin, data: '0x' }],
    }),
  ).rejects.toMatchObject({ code: -32_005 })
})

test.each([
  [{ gasPrice: 1_000n * gwei }, 21_000n * 1_000n * gwei],
  [{ maxFeePerGas: 500n * gwei }, 21_000n * 500n * gwei],
  [{ maxPriorityFeePerGas: 100n * gwei }, 21_000n * 120n * gwei],
  [{ gas: 30_000_000n }, 30_000_000n * 21n * gwei],
])('the estimate has both the site’s fee and the usual fee (%#)', async (wanted, fee) => {
  expect(await estimateOf(wanted)).toMatchObject({ fee, usualFee: 21_000n * 21n * gwei })
})

test.each<[Partial<RequestedTransaction>]>([
  [{ gasPrice: 1n }],
  [{ gasPrice: 9n * gwei }],
  [{ maxFeePerGas: 1n }],
  [{ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }],
  [{ maxFeePerGas: 9n * gwei, maxPriorityFeePerGas: gwei }],
  [{ gasPrice: 0n }],
])(
  'a site’s gas price that is too low to be mined is replaced by the usual one (%#)',
  async (wanted) => {
    expect(await estimateOf(wanted)).toMatchObject({
      fee: 21_000n * 21n * gwei,
      costs: [{ type: 'eip1559', maxFeePerGas: 21n * gwei, maxPriorityFeePerGas: gwei }],
    })
  },
)

test('a site’s low gas price that can be mined is accepted, and a priority fee of zero is replaced', async () => {
  expect(await estimateOf({ gasPrice: 12n * gwei })).toMatchObject({
    costs: [{ type: 'legacy', gasPrice: 12n * gwei }],
  })
  expect(await estimateOf({ maxFeePerGas: 15n * gwei, maxPriorityFeePerGas: 0n })).toMatchObject({
    costs: [{ maxFeePerGas: 15n * gwei, maxPriorityFeePerGas: gwei }],
  })
})

test('a site’s gas price is limited to fifty times the usual price', async () => {
  for (const wanted of [
    { gasPrice: 10n ** 18n },
    { maxFeePerGas: 10n ** 18n },
    { maxFeePerGas: 10n ** 18n, maxPriorityFeePerGas: 10n ** 18n },
    { maxPriorityFeePerGas: 10n ** 18n },
  ])
    expect((await estimateOf(wanted)).fee).toBe(21_000n * 21n * gwei * 50n)
})

test('on a chain without a base fee, a site’s gas price has the same limits', () => {
  const market = { type: 'legacy', gasPrice: 10n * gwei } as const
  expect(priceOf(market, { gasPrice: 1n })).toEqual({ type: 'legacy', gasPrice: 10n * gwei })
  expect(priceOf(market, { gasPrice: 5n * gwei })).toEqual({ type: 'legacy', gasPrice: 5n * gwei })
  expect(priceOf(market, { gasPrice: 10n ** 18n })).toEqual({
    type: 'legacy',
    gasPrice: 500n * gwei,
  })
  expect(priceOf({ type: 'legacy', gasPrice: 0n }, { gasPrice: 0n })).toEqual({
    type: 'legacy',
    gasPrice: 0n,
  })
})

test.each([
  { type: 'eip1559', base: 0n, priority: 0n },
  { type: 'legacy', gasPrice: 0n },
] as const)('on a network without fees, a site’s gas price is limited: $type', (market) => {
  const wei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  fc.assert(
    fc.property(wei, wei, (price, priority) => {
      for (const wanted of [
        { gasPrice: price },
        { maxFeePerGas: price },
        { maxPriorityFeePerGas: priority },
        { maxFeePerGas: price, maxPriorityFeePerGas: priority },
      ])
        expect(maxPerGas(priceOf(market, wanted))).toBeLessThanOrEqual(gwei)
    }),
  )
})

test('any gas price of a site ends up between the network’s minimum and the limit', () => {
  const wei = fc.option(fc.bigInt({ min: 0n, max: 10n ** 14n }), { nil: undefined })
  fc.assert(
    fc.property(
      wei,
      wei,
      wei,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 0n, max: 10n ** 10n }),
      (gasPrice, maxFeePerGas, maxPriorityFeePerGas, base, priority) => {
        const market = { type: 'eip1559', base, priority } as const
        const price = priceOf(market, {
          ...(gasPrice !== undefined
            ? { gasPrice }
            : {
                ...(maxFeePerGas !== undefined && { maxFeePerGas }),
                ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
              }),
        })
        expect(maxPerGas(price)).toBeGreaterThanOrEqual(base)
        expect(maxPerGas(price)).toBeLessThanOrEqual(maxPerGas(usualPrice(market)) * 50n)
        if (price.type === 'eip1559')
          expect(price.maxPriorityFeePerGas).toBeLessThanOrEqual(price.maxFeePerGas)
      },
    ),
  )
})

test('a gas limit in which the transaction fails is replaced by the estimate', async () => {
  expect(await estimateOf({ gas: 20_000n })).toMatchObject({ costs: [{ gas: 21_000n }] })
  expect(await estimateOf({ gas: 22_000n })).toMatchObject({ costs: [{ gas: 22_000n }] })
})

test('when the site sets a nonce, the estimate has the account’s next nonce', async () => {
  expect(await estimateOf({ nonce: 3 })).toMatchObject({ next: 7n })
  expect(await estimateOf({})).not.toHaveProperty('next')
})

test('a fee is large when it far exceeds the usual fee and is high in relation to the value', () => {
  const isLarge = (fee: bigint, usual: bigint, value: bigint) =>
    isLargeFee({ fee, usual, value, decimals: 18 })
  const usual = coin / 1_000n
  expect(isLarge(coin / 2n, usual, 100n * coin)).toBe(true)
  expect(isLarge(coin / 100n, usual, coin / 20n)).toBe(true)
  expect(isLarge(coin / 100n, usual, 0n)).toBe(true)
  expect(isLarge(coin / 100n, usual, coin)).toBe(false)
  expect(isLarge(coin / 50n, usual, 100n * coin)).toBe(true)
  // a busy network: the site and the wallet offer a similar fee
  expect(isLarge(coin / 2n, coin / 3n, 0n)).toBe(false)
  // three times the usual fee, but still tiny
  expect(isLarge(coin / 10_000n, coin / 30_000n, 0n)).toBe(false)
})
