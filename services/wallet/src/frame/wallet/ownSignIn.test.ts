import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import type { Network } from './network.ts'
import { ownSignIn } from './ownSignIn.ts'
import type { SignInRequest } from './ownSignIn.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const network: Network = {
  networkId: formatNetworkId('eip155', 1),
  namespace: 'eip155',
  reference: '1',
  name: 'Ethereum',
  currency: { symbol: 'ETH', decimals: 18 },
}
const request: SignInRequest = {
  chainId: 'eip155:1',
  domain: 'shop.example',
  uri: 'https://shop.example/login',
  version: '1',
  nonce: 'abcdefgh1234',
  issuedAt: new Date().toISOString(),
  statement: 'Welcome.',
}
const textOf = (changes: object = {}, place: object = {}) =>
  ownSignIn(
    { ...request, ...changes },
    { address, network, origin: 'https://shop.example', ...place },
  )

test('`ownSignIn` writes the site’s sign-in message with the account', () => {
  expect(textOf()).toMatch(
    new RegExp(
      `^shop\\.example wants you to sign in with your Ethereum account:\n${address}\n\nWelcome\\.\n\nURI: https://shop\\.example/login\nVersion: 1\nChain ID: 1\nNonce: abcdefgh1234\n`,
    ),
  )
  expect(textOf({ chainId: 1, statement: null, requestId: null })).not.toContain('Welcome')
})

test.each<[string, object, object?]>([
  ['another site’s domain', { domain: 'bank.example' }],
  ['another site’s URI', { uri: 'https://bank.example' }],
  ['a look-alike domain', { domain: 'shop.example.evil' }],
  ['another scheme', {}, { origin: 'http://shop.example' }],
  ['another network', { chainId: 'eip155:10' }],
  ['a resource that may be a permission', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }],
  ['any other resource', { resources: ['https://shop.example/terms'] }],
  ['an additional line in the statement', { statement: 'Welcome.\n\nURI: https://bank.example' }],
  ['an additional line in the nonce', { nonce: 'abcdefgh\nResources:' }],
  ['an expiration time in the past', { expirationTime: '2020-01-01T00:00:00.000Z' }],
  ['a start time in the future', { notBefore: '2100-01-01T00:00:00.000Z' }],
  ['no issue time', { issuedAt: undefined }],
  ['another version', { version: '2' }],
  [
    'Solana',
    { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    {
      network: {
        ...network,
        namespace: 'solana',
        networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      },
    },
  ],
])('`ownSignIn` returns undefined for %s', (_, changes, place) => {
  expect(textOf(changes, place)).toBeUndefined()
})
