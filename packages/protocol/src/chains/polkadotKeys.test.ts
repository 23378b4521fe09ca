import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import * as sr25519 from '@scure/sr25519'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '../hex.ts'
import { polkadotKeyOf, polkadotPathOf } from './polkadotKeys.ts'
import { polkadotSeedOf } from './polkadotSeed.ts'
import { writeSs58 } from './ss58.ts'

/** The published seed of the development phrase. */
const seedOfDevelopment = fromHex(
  'fac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e',
)

test.each([
  ['sr25519', '//Alice', 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'],
  ['sr25519', '//Bob', '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48'],
  ['ed25519', '//Alice', '88dc3417d5058ec4b4503e0c12ea1a0a89be200fe98922423d4334014fa6b0ee'],
  ['ecdsa', '//Alice', '020a1091341fe5664bfa1782d5e04779689068c916b04cb365ec3153755684d9a1'],
] as const)('the published key %s of %s', (type, path, publicKey) => {
  expect(toHex(polkadotKeyOf(seedOfDevelopment, path, type).publicKey)).toBe(publicKey)
})

test('the seed of the development phrase, and the address of its first account', async () => {
  // the entropy of "bottom drive obey lake curtain smoke basket hold race lonely fit walk"
  const seed = await polkadotSeedOf(fromHex('1a486a5fbe53639984cb64b070755f7b'))
  expect(toHex(seed)).toBe(toHex(seedOfDevelopment))
  expect(polkadotPathOf(0)).toBe('')
  expect(polkadotPathOf(2)).toBe('//1')
  expect(writeSs58(polkadotKeyOf(seed, '').accountId, 42)).toBe(
    '5DfhGyQdFobKM8NsWvEeAKk5EQQgYe9AydgJ7rMB6E1EqRzV',
  )
})

test('each kind of key signs what its public key verifies', () => {
  const bytes = fromHex('00ff10')
  const of = (type: 'sr25519' | 'ed25519' | 'ecdsa') =>
    polkadotKeyOf(seedOfDevelopment, '//7', type)
  const [sr, ed, ec] = [of('sr25519'), of('ed25519'), of('ecdsa')]
  expect(sr25519.verify(bytes, sr.sign(bytes), sr.publicKey)).toBe(true)
  expect(ed25519.verify(ed.sign(bytes), bytes, ed.publicKey)).toBe(true)
  const signature = ec.sign(bytes)
  const hash = blake2b(bytes, { dkLen: 32 })
  expect(secp256k1.verify(signature.slice(0, 64), hash, ec.publicKey, { prehash: false })).toBe(
    true,
  )
  expect(signature).toHaveLength(65)
  expect(toHex(ec.accountId)).toBe(toHex(blake2b(ec.publicKey, { dkLen: 32 })))
  expect(
    toHex(
      secp256k1.recoverPublicKey(
        Uint8Array.from([signature[64] ?? 9, ...signature.slice(0, 64)]),
        hash,
        { prehash: false },
      ),
    ),
  ).toBe(toHex(ec.publicKey))
})

test('a wiped key has no secret left, and the seed stays', () => {
  const seed = seedOfDevelopment.slice()
  const key = polkadotKeyOf(seed, '', 'ed25519')
  const before = toHex(key.sign(Uint8Array.of(1)))
  key.wipe()
  expect(toHex(key.sign(Uint8Array.of(1)))).not.toBe(before)
  expect(toHex(seed)).toBe(toHex(seedOfDevelopment))
})

test('a seed in a Buffer stays, too', () => {
  const seed = Buffer.from(seedOfDevelopment)
  for (const type of ['sr25519', 'ed25519', 'ecdsa'] as const) polkadotKeyOf(seed, '//1', type)
  expect(seed.toString('hex')).toBe(toHex(seedOfDevelopment))
})

test.each(['/Alice', 'Alice', '//', '//a/b', '///a'])('the path %s is refused', (path) => {
  expect(() => polkadotKeyOf(seedOfDevelopment, path)).toThrow(RangeError)
})

test.each(['//0xabcd', '//0x', '//Alice//0XAB', '//18446744073709551616'])(
  'the path %s, which tools read differently, is refused',
  (path) => {
    expect(() => polkadotKeyOf(seedOfDevelopment, path)).toThrow('Tools disagree about this path')
  },
)

test('a text that only looks like bytes, and the largest number, are junctions', () => {
  for (const path of ['//0xabc', '//0xag', '//18446744073709551615'])
    expect(polkadotKeyOf(seedOfDevelopment, path).publicKey).toHaveLength(32)
})
