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

test('a session has chains and addresses', () => {
  expect(evmPartOf(namespaces)).toEqual({ chainIds: [1, 2], addresses: ['0xa', '0xb'] })
  expect(evmPartOf({ solana: namespaces.solana })).toBeUndefined()
})

test('a session may name chains only in its accounts', () => {
  expect(evmPartOf({ eip155: { accounts: ['eip155:7:0xa'], methods: [], events: [] } })).toEqual({
    chainIds: [7],
    addresses: ['0xa'],
  })
})

test('the selected account comes first, and other namespaces stay', () => {
  const changed = withEvmPart(namespaces, {
    chainIds: [1],
    addresses: inFront('0xb', ['0xa', '0xb'] as const),
  })
  expect(changed?.eip155?.accounts).toEqual(['eip155:1:0xb', 'eip155:1:0xa'])
  expect(changed?.solana).toBe(namespaces.solana)
})

test('without a change the session stays as it is', () => {
  expect(withEvmPart(namespaces, { chainIds: [1, 2], addresses: ['0xa', '0xb'] })).toBeUndefined()
})
