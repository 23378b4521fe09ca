import { expect, test } from 'vitest'
import { permissionsOf } from './permissionsOf.ts'

const namespaceRequest = (methods: string[], events: string[] = []) => ({
  chains: [],
  methods,
  events,
})

test('a site that asks for no permissions may only look', () => {
  expect(permissionsOf({ solana: namespaceRequest([]) })).toEqual([
    'See these accounts and what they hold',
  ])
})

test('each permission is named once', () => {
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
