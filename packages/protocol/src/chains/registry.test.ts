import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountKey, addressKey, isSameAccount, isSameAddress } from '../address.ts'
import { toBase58 } from '../base58.ts'
import { isNetworkId } from '../caip.ts'
import { isSameTransactionHash, transactionKey } from '../transactionHash.ts'
import { chainOf, namespaces } from './registry.ts'

const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

test('`namespaces` has the order in which the kit shows the namespaces, and each has a valid main network', () => {
  expect(namespaces).toEqual(['eip155', 'solana', 'polkadot', 'bip122'])
  for (const namespace of namespaces)
    expect(isNetworkId(`${namespace}:${chainOf(namespace).mainNetwork}`)).toBe(true)
})

test('`addressKey` returns the same key for an address and for its account id', () => {
  expect(addressKey(`eip155:1:${evm}`)).toBe(evm.toLowerCase())
  expect(addressKey(evm)).toBe(evm.toLowerCase())
  expect(addressKey(`solana:localnet:${solana}`)).toBe(solana)
  expect(addressKey(`bip122:000000000019d6689c085ae165831e93:${bech32.toUpperCase()}`)).toBe(bech32)
  expect(isSameAddress(bech32, bech32.toUpperCase())).toBe(true)
  expect(isSameAddress(evm, `0X${evm.slice(2).toUpperCase()}`)).toBe(true)
})

test('`isSameAddress` refuses an account id, and account ids with different text after the address are not the same', () => {
  expect(isSameAddress(`eip155:1:${evm}`, evm)).toBe(false)
  expect(isSameAddress(`eip155:1:${evm}`, `eip155:10:${evm}`)).toBe(false)
  expect(isSameAccount(`eip155:1:${evm}:7`, `eip155:1:${evm}:8`)).toBe(false)
  expect(isSameAccount(`eip155:1:${evm}`, `eip155:1:${evm.toLowerCase()}`)).toBe(true)
})

test('a bech32 address may be all upper or all lower case; mixed case is another address', () => {
  const mixed = `${bech32.slice(0, -1)}T`
  expect(isSameAddress(bech32, mixed)).toBe(false)
  expect(addressKey('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe(
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  )
})

test('`isSameAccount` is true only on the same network', () => {
  expect(accountKey(`eip155:1:${evm}`)).toBe(`eip155:1:${evm.toLowerCase()}`)
  expect(isSameAccount(`eip155:1:${evm}`, `eip155:1:${evm.toLowerCase()}`)).toBe(true)
  expect(isSameAccount(`eip155:1:${evm}`, `eip155:8453:${evm}`)).toBe(false)
  expect(isSameAccount(`solana:a:${solana}`, `solana:a:${solana.toLowerCase()}`)).toBe(false)
})

test('`addressKey` of a key returns the same key, for the addresses of every namespace', () => {
  const text = fc.oneof(
    fc.constantFrom(evm, solana, bech32, bech32.toUpperCase()),
    fc.uint8Array({ minLength: 32, maxLength: 36 }).map(toBase58),
    fc.string(),
  )
  fc.assert(
    fc.property(text, (address) => {
      expect(addressKey(addressKey(address))).toBe(addressKey(address))
    }),
  )
})

test('upper and lower case do not matter in a hex transaction hash, but do in a Solana signature', () => {
  const hash = `0x${'aB'.repeat(32)}`
  expect(transactionKey(hash)).toBe(hash.toLowerCase())
  expect(isSameTransactionHash(hash, hash.toUpperCase().replace('0X', '0x'))).toBe(true)
  const signature = toBase58(Uint8Array.from({ length: 64 }, (_, at) => at + 1))
  expect(transactionKey(signature)).toBe(signature)
  expect(isSameTransactionHash(signature, signature.toLowerCase())).toBe(false)
})
