import { expect, test } from 'vitest'
import { networksOf, picturesOf } from './networks.ts'
import { listed, networkIdOf, otherNetworksOf } from './otherNetworks.ts'
import { readNetworks } from './readNetworks.ts'

const url = 'http://127.0.0.1:8545'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const btc = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const regtest = '0f9188f13cb7b2c71f2a335e3a4fc328'
const dot = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }
const dotId = `polkadot:${'45'.repeat(16)}`
const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }

test('`readNetworks` returns each network of /devnet.json with its name, token and picture', () => {
  const read = readNetworks(
    {
      'eip155:31400': url,
      'eip155:31401': url,
      [dotId]: url,
      'solana:abc': url,
      [`bip122:${regtest}`]: url,
    },
    {
      [dotId]: { name: 'Dots', nativeCurrency: dot },
      'eip155:31400': { name: 'Fourth', nativeCurrency: { ...ether, symbol: 'FOUR' } },
      'eip155:31401': { name: 'Fifth', nativeCurrency: ether, icon: '/networks/fifth.svg' },
      'solana:abc': { name: 'Sol', nativeCurrency: sol },
      [`bip122:${regtest}`]: { name: 'Bit', nativeCurrency: btc },
    },
  )
  expect(read.problems).toEqual([])
  expect(
    networksOf(read).map(({ id, name, nativeCurrency }) => [id, name, nativeCurrency.symbol]),
  ).toEqual([
    [31400, 'Fourth', 'FOUR'],
    [31401, 'Fifth', 'ETH'],
  ])
  const others = otherNetworksOf(read)
  expect(others).toMatchObject({
    solana: { id: 'abc', name: 'Sol', nativeCurrency: sol },
    bip122: { id: regtest, name: 'Bit', nativeCurrency: btc },
    polkadot: { name: 'Dots', nativeCurrency: dot, rpcUrls: { default: { http: [url] } } },
  })
  expect(listed(others).map(networkIdOf)).toEqual(['solana:abc', `bip122:${regtest}`, dotId])
  expect(picturesOf(read)).toEqual({ 'eip155:31401': '/networks/fifth.svg' })
})

test('`readNetworks` reports each network that it leaves out, with the reason', () => {
  const { networks, problems } = readNetworks(
    {
      'eip155:1': url,
      'eip155:2': 'javascript:1',
      'eip155:3': url,
      'eip155:4': url,
      'bip122:5': url,
      'eip155:99999999999999999999': url,
    },
    {
      'eip155:1': { name: 'First', nativeCurrency: ether },
      'eip155:2': { name: 'Second', nativeCurrency: ether },
      'eip155:4': { name: 'Fourth', nativeCurrency: { ...ether, decimals: -1 } },
      'bip122:5': { name: 'Fifth', nativeCurrency: ether },
      'eip155:6': { name: 'Sixth', nativeCurrency: ether },
    },
  )
  expect(networks.map(({ name }) => name)).toEqual(['First'])
  expect(problems).toMatchInlineSnapshot(`
    [
      "The network eip155:2 is left out: /devnet.json has no URL for it.",
      "The network eip155:3 is left out: /devnet.json has no name or no native token for it.",
      "The network eip155:4 is left out: /devnet.json has no name or no native token for it.",
      "The network bip122:5 is left out: this page has no adapter for it.",
      "The network eip155:99999999999999999999 is left out: this page has no adapter for it.",
      "The network eip155:6 is left out: /devnet.json has no URL for it.",
    ]
  `)
})
