import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestFirst, type Offered } from './bestFirst.ts'
import type { SwapOffer } from './swapProvider.ts'

/** Makes an offer with the fields that `bestFirst` reads. */
function offered(
  id: string,
  {
    amountOut,
    gas,
    gasCost,
  }: Pick<SwapOffer, 'amountOut'> & Partial<Pick<SwapOffer, 'gas' | 'gasCost'>>,
): Offered {
  const offer: SwapOffer = {
    amountOut,
    gas,
    gasCost,
    spender: '0x1',
    priceImpact: null,
    fee: 0n,
    route: [],
  }
  return {
    provider: {
      id,
      name: id,
      serves: () => true,
      spender: () => '0x1',
      offer: async () => offer,
      build: () => Promise.reject(new Error('It is only ranked')),
    },
    offer,
  }
}
const orderOf = (all: readonly Offered[], gasPrice = 1n) =>
  bestFirst(all, gasPrice).map(({ provider }) => provider.id)

test('the best offer is the one that leaves most after gas, even if another one pays more', () => {
  const dear = offered('dear', { amountOut: 1_000n, gas: 300_000n, gasCost: 60n })
  const cheap = offered('cheap', { amountOut: 970n, gas: 100_000n, gasCost: 20n })
  expect(orderOf([dear, cheap])).toEqual(['cheap', 'dear'])
  expect(
    orderOf([offered('dear', { amountOut: 1_011n, gas: 300_000n, gasCost: 60n }), cheap]),
  ).toEqual(['dear', 'cheap'])
})

test('an offer without its gas has no advantage, and the price of gas is the same for all offers', () => {
  const known = offered('known', { amountOut: 1_000n, gas: 200_000n, gasCost: 100n })
  expect(orderOf([offered('silent', { amountOut: 999n }), known])).toEqual(['known', 'silent'])
  // three times the gas costs three times as much, whichever offer stated the price of gas
  expect(orderOf([offered('heavy', { amountOut: 1_150n, gas: 600_000n }), known])).toEqual([
    'known',
    'heavy',
  ])
  expect(orderOf([offered('heavy', { amountOut: 1_201n, gas: 600_000n }), known])).toEqual([
    'heavy',
    'known',
  ])
})

test('bestFirst keeps all offers, and without a gas price sorts them by amount', () => {
  const gas = fc.option(fc.bigInt({ min: 0n, max: 5_000_000n }), { nil: undefined })
  const offers = fc.array(
    fc.record({ amountOut: fc.bigInt({ min: 0n, max: 1n << 200n }), gas, gasCost: gas }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(offers, fc.constantFrom(0n, 1n, 10n ** 12n), (made, gasPrice) => {
      const all = made.map((offer, index) => offered(String(index), offer))
      const ranked = bestFirst(all, gasPrice)
      expect(new Set(ranked)).toEqual(new Set(all))
      if (
        gasPrice > 0n &&
        made.some(({ gas: units, gasCost }) => units !== undefined && gasCost !== undefined)
      )
        return
      const amounts = ranked.map(({ offer }) => offer.amountOut)
      expect(amounts).toEqual(amounts.toSorted((a, b) => (b > a ? 1 : b < a ? -1 : 0)))
    }),
  )
})
