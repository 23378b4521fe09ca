import { expect, test } from 'vitest'
import fc from 'fast-check'
import { toBase58 } from './base58.ts'
import { addressKey, isAddress, isSameAddress, isServedAddress } from './address.ts'
import { servedNamespaceOf } from './servedNamespaceOf.ts'
import { addressGroups } from './addressGroups.ts'

const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

test.each([
  ['eip155', evm, true],
  ['eip155', solana, false],
  ['eip155', evm.slice(0, -1), false],
  ['eip155', undefined, false],
  ['solana', solana, true],
  ['solana', 'a b', false],
  ['solana', '', false],
  ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
  ['polkadot', 'x'.repeat(129), false],
] as const)('`isAddress` in the namespace %s for %s returns %s', (namespace, value, is) => {
  expect(isAddress(value, namespace)).toBe(is)
})

test('upper and lower case do not matter in EVM addresses, but do in Solana addresses', () => {
  expect(isSameAddress(evm, evm.toLowerCase())).toBe(true)
  expect(isSameAddress(solana, solana.toLowerCase())).toBe(false)
  expect(addressKey(solana)).toBe(solana)
})

test('`addressGroups` divides an address into groups of four characters after its first six', () => {
  expect(addressGroups(evm)).toEqual([
    '0xf39F',
    'd6e5',
    '1aad',
    '88F6',
    'F4ce',
    '6aB8',
    '8272',
    '79cf',
    'fFb9',
    '2266',
  ])
  expect(addressGroups('abcdefghi')).toEqual(['abcd', 'efgh', 'i'])
  expect(addressGroups('')).toEqual([''])
})

const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

test('`isServedAddress` accepts EVM, Solana and Bitcoin addresses, each only in its own namespace', () => {
  expect(
    ['eip155', 'solana', 'bip122', 'polkadot'].map((namespace) =>
      isServedAddress(evm, namespace as 'eip155'),
    ),
  ).toEqual([true, false, false, false])
  expect(
    ['eip155', 'solana', 'bip122', 'polkadot'].map((namespace) =>
      isServedAddress(solana, namespace as 'eip155'),
    ),
  ).toEqual([false, true, false, false])
  expect(
    ['eip155', 'solana', 'bip122', 'polkadot'].map((namespace) =>
      isServedAddress(bitcoin, namespace as 'eip155'),
    ),
  ).toEqual([false, false, true, false])
  expect(servedNamespaceOf(bitcoin)).toBe('bip122')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 33 }), (bytes) => {
      const text = toBase58(bytes)
      const isBitcoin = bytes.length === 25 && /^[123mn]/.test(text)
      expect(servedNamespaceOf(text)).toBe(
        bytes.length === 32 ? 'solana' : isBitcoin ? 'bip122' : undefined,
      )
      expect(servedNamespaceOf(`0x${Buffer.from(bytes).toString('hex')}`)).toBe(
        bytes.length === 20 ? 'eip155' : undefined,
      )
    }),
  )
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(servedNamespaceOf(value)).toBeUndefined()
    }),
  )
})
