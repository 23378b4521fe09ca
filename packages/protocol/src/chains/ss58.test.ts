import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressKey, isAddress, isSameAddress } from '../address.ts'
import { fromBase58, toBase58 } from '../base58.ts'
import { fromHex } from '../hex.ts'
import {
  kusamaAssetHubId,
  polkadotAssetHubId,
  polkadotDevnetId,
  spelledFor,
} from './polkadotNetworks.ts'
import { readSs58, writeSs58 } from './ss58.ts'

/** The public key of the development account Alice, and its published spellings. */
const alice = fromHex('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')
const published = {
  generic: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  kusama: 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
}

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const prefix = fc.oneof(fc.nat({ max: 63 }), fc.integer({ min: 64, max: 16_383 }))

test('the published addresses of one key are read and written', () => {
  for (const [text, number] of [
    [published.generic, 42],
    [published.polkadot, 0],
    [published.kusama, 2],
  ] as const) {
    expect(readSs58(text)).toEqual({ key: alice, prefix: number })
    expect(writeSs58(alice, number)).toBe(text)
  }
  expect(spelledFor(polkadotAssetHubId, published.kusama)).toBe(published.polkadot)
  expect(spelledFor(kusamaAssetHubId, published.polkadot)).toBe(published.kusama)
  expect(spelledFor(polkadotDevnetId, published.polkadot)).toBe(published.generic)
  expect(spelledFor('polkadot:fe58ea77779b7abda7da4ec526d14db9', published.polkadot)).toBe(
    published.generic,
  )
})

test('every key with every prefix comes back, and all its spellings are one address', () => {
  fc.assert(
    fc.property(key, prefix, prefix, (bytes, first, second) => {
      const text = writeSs58(bytes, first)
      const other = writeSs58(bytes, second)
      expect(readSs58(text)).toEqual({ key: bytes, prefix: first })
      expect(isAddress(text, 'polkadot')).toBe(true)
      expect(isSameAddress(text, other)).toBe(true)
      expect(addressKey(`polkadot:x:${text}`)).toBe(addressKey(other))
      expect(addressKey(addressKey(text))).toBe(addressKey(text))
      for (const namespace of ['eip155', 'solana', 'bip122'] as const)
        expect(isAddress(text, namespace)).toBe(false)
    }),
  )
})

test('a changed byte, another length and a second encoding of a prefix are refused', () => {
  fc.assert(
    fc.property(key, prefix, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, each, at, by) => {
      const body = fromBase58(writeSs58(bytes, each))
      const place = at % body.length
      const changed = body.map((byte, index) => (index === place ? byte ^ by : byte))
      expect(readSs58(toBase58(changed))).toBeUndefined()
      expect(readSs58(toBase58(body.slice(1)))).toBeUndefined()
      expect(readSs58(toBase58(Uint8Array.from([...body, 0])))).toBeUndefined()
    }),
  )
  // the prefix 2 in two bytes
  expect(readSs58(toBase58(Uint8Array.from([0x40, 0x80, ...alice, 0, 0])))).toBeUndefined()
})

test('the address of a key of zeros is shorter, because each zero is one character', () => {
  const zeros = new Uint8Array(32)
  const address = '111111111111111111111111111111111HC1'
  expect(writeSs58(zeros, 0)).toBe(address)
  expect(readSs58(address)).toEqual({ key: zeros, prefix: 0 })
  expect(isAddress(address, 'polkadot')).toBe(true)
  expect(addressKey(address)).toBe(`0x${'00'.repeat(32)}`)
})

test('any other value is no address', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readSs58(text)).toBeUndefined()
      expect(isAddress(text, 'polkadot')).toBe(false)
    }),
  )
  fc.assert(fc.property(fc.anything(), (value) => !isAddress(value, 'polkadot')))
})

test.each([-1, 16_384, 1.5, Number.NaN])('no address is written with the prefix %s', (number) => {
  expect(() => writeSs58(alice, number)).toThrow(RangeError)
})

test('no address is written for a key of another length', () => {
  expect(() => writeSs58(alice.slice(1), 0)).toThrow(RangeError)
})
