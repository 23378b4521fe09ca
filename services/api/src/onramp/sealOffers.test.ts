import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Offer } from './onrampProvider.ts'
import { createOfferSeal } from './sealOffers.ts'

const seal = createOfferSeal(Buffer.alloc(32, 1))
const amount = fc.bigInt({ min: 0n, max: 2n ** 255n })
const offers: fc.Arbitrary<Offer> = fc.record({
  provider: fc.string({ maxLength: 16 }),
  method: fc.string({ maxLength: 16 }),
  currency: fc.string({ maxLength: 8 }),
  cents: amount,
  transactionFee: amount,
  networkFee: amount,
  networkId: fc.string({ maxLength: 20 }),
  token: fc.constant('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' as const),
  symbol: fc.string({ maxLength: 16 }),
  decimals: fc.nat(36),
  amount,
  expiresAt: fc.nat(),
})
const offer: Offer = {
  provider: 'sandbox',
  method: 'card',
  currency: 'USD',
  cents: 5_000n,
  transactionFee: 100n,
  networkFee: 5n,
  networkId: 'eip155:1313161554',
  token: `0x${'ab'.repeat(20)}`,
  symbol: 'USDC',
  decimals: 6,
  amount: 48_000_000n,
  expiresAt: 1_795_185_697_000,
}

test('an opened offer equals the sealed one', () => {
  fc.assert(fc.property(offers, (offer) => void expect(seal.open(seal.seal(offer))).toEqual(offer)))
  expect(seal.seal(offer).length).toBeLessThan(1_024)
})

test('a changed offer, an offer of another service and any other text are refused', () => {
  const text = seal.seal(offer)
  const [body = '', mac = ''] = text.split('.')
  const dearer = Buffer.from(
    Buffer.from(body, 'base64url').toString().replace('48000000', '99000000'),
  ).toString('base64url')
  for (const other of [
    `${dearer}.${mac}`,
    body,
    `${body}.`,
    `.${mac}`,
    `${text}.${mac}`,
    text.slice(0, -2),
    createOfferSeal(Buffer.alloc(32, 2)).seal(offer),
  ])
    expect(seal.open(other)).toBeUndefined()
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(fc.base64String(), fc.base64String()).map((parts) => parts.join('.')),
      ),
      (made) => void expect(seal.open(made)).toBeUndefined(),
    ),
  )
  fc.assert(
    fc.property(fc.nat(text.length - 3), fc.constantFrom(...'ABCabc019-_'), (at, letter) => {
      const changed = `${text.slice(0, at)}${letter}${text.slice(at + 1)}`
      if (changed !== text) expect(seal.open(changed)).toBeUndefined()
    }),
  )
})
