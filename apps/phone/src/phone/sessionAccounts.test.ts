import { expect, test } from 'vitest'
import { evmPartOf, inFront, withEvmPart } from './sessionAccounts.ts'

const namespaces = {
  eip155: {
    chains: ['eip155:1', 'eip155:2'],
    accounts: ['eip155:1:0xa', 'eip155:1:0xb', 'eip155:2:0xa', 'eip155:2:0xb'],
    methods: ['personal_sign'],
    events: [],
  },
  solana: { chains: ['solana:x'], accounts: ['solana:x:s'], methods: [], events: [] },
}

test('`evmPartOf` returns the chain ids and the addresses of a session', () => {
  expect(evmPartOf(namespaces)).toEqual({ chainIds: [1, 2], addresses: ['0xa', '0xb'] })
  expect(evmPartOf({ solana: namespaces.solana })).toBeUndefined()
})

test('`evmPartOf` reads the chain ids from the accounts if the session lists no chains', () => {
  expect(evmPartOf({ eip155: { accounts: ['eip155:7:0xa'], methods: [], events: [] } })).toEqual({
    chainIds: [7],
    addresses: ['0xa'],
  })
})

test('`withEvmPart` puts the selected account first and does not change other namespaces', () => {
  const changed = withEvmPart(namespaces, {
    chainIds: [1],
    addresses: inFront('0xb', ['0xa', '0xb'] as const),
  })
  expect(changed?.eip155?.accounts).toEqual(['eip155:1:0xb', 'eip155:1:0xa'])
  expect(changed?.solana).toBe(namespaces.solana)
})

test('`withEvmPart` returns undefined if the session already has these chains and addresses', () => {
  expect(withEvmPart(namespaces, { chainIds: [1, 2], addresses: ['0xa', '0xb'] })).toBeUndefined()
})
