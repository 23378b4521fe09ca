import { expect, test } from 'vitest'
import { permissionsOf } from './permissionsOf.ts'

const namespaceRequest = (methods: string[], events: string[] = []) => ({
  chains: [],
  methods,
  events,
})

test('a site that requests no methods may only see the accounts and their balances', () => {
  expect(permissionsOf({ solana: namespaceRequest([]) })).toEqual([
    'See these accounts and what they hold',
  ])
})

test('each permission is listed once, also if several methods or namespaces need it', () => {
  expect(
    permissionsOf({
      eip155: namespaceRequest(
        [
          'personal_sign',
          'eth_signTypedData_v4',
          'eth_sendTransaction',
          'wallet_switchEthereumChain',
        ],
        ['chainChanged'],
      ),
      other: namespaceRequest(['personal_sign']),
    }),
  ).toEqual([
    'See these accounts and what they hold',
    'Ask you to sign texts and data',
    'Ask you to send transactions',
    'Ask you to change the network',
    'Hear when you change the account or the network',
  ])
})
