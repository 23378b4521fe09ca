import { toBase58 } from '@latchkey/protocol/base58'
import { expect, test } from 'vitest'
import { createPrimitives } from './crypto.ts'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import { fromUtf8, toUtf8 } from './encoding.ts'
import { native } from './native.ts'
import { noble } from './noble.lazy.ts'

const alice = new Uint8Array(32).fill(77)

test.for([
  ['the fallback', createPrimitives({})],
  ['the browser’s own', createPrimitives(native)],
] as const)('the cryptography (%s) matches the test vectors of the standards', async ([, use]) => {
  // RFC 8032 section 7.1, test 1
  const seed = fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60')
  expect(toHex(await use.ed25519Public(seed))).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  )
  expect(toHex(await use.ed25519Sign(seed, new Uint8Array()))).toBe(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  )
  expect(toHex(await use.sha256(toUtf8('abc')))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('both sides of a key exchange derive the same key', async () => {
  const use = createPrimitives()
  const bob = crypto.getRandomValues(new Uint8Array(32))
  const shared = await use.x25519Shared(alice, await noble.x25519Public(bob))
  expect(shared).toEqual(await noble.x25519Shared(bob, await use.x25519Public(alice)))
  expect(await use.hkdf(shared)).toEqual(await noble.hkdf(shared))
})

test('sealed text is opened by both implementations; changed text is rejected', async () => {
  const use = createPrimitives()
  const key = crypto.getRandomValues(new Uint8Array(32))
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await use.seal(key, nonce, toUtf8('hello'))
  expect(fromUtf8(await noble.open(key, nonce, sealed))).toBe('hello')
  expect(fromUtf8(await use.open(key, nonce, sealed))).toBe('hello')
  sealed[0] = (sealed[0] ?? 0) ^ 1
  await expect(use.open(key, nonce, sealed)).rejects.toThrow()
})

test('if the browser rejects a primitive, the fallback is used', async () => {
  const refused = createPrimitives({
    ...native,
    seal: () => Promise.reject(new DOMException('Unrecognized name', 'NotSupportedError')),
  })
  const sealed = await refused.seal(alice, new Uint8Array(12), toUtf8('x'))
  expect(sealed).toEqual(await noble.seal(alice, new Uint8Array(12), toUtf8('x')))
})

test('toBase58 of an Ed25519 key with its prefix starts with 6Mk', () => {
  expect(toBase58(Uint8Array.of(0xed, 1, ...new Uint8Array(32).fill(7)))).toMatch(/^6Mk/)
})
