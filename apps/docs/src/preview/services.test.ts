import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evmNetworks, networksFor } from './networks.ts'
import { servicesOf } from './services.ts'

const devnet = {
  api: 'http://127.0.0.1:8787',
  relay: 'ws://127.0.0.1:5555',
  wallet: 'http://wallet.localhost:8789',
  chains: { 'eip155:31337': 'http://127.0.0.1:8545', 'eip155:31338': 'http://127.0.0.1:8546' },
  networks: {
    'eip155:31337': {
      name: 'Latchkey Devnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
    'eip155:31338': {
      name: 'Latchkey Devnet 2',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  },
}
const solana = {
  name: 'Latchkey Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}

test('the preview accepts only URLs of services on this machine', () => {
  expect(servicesOf(devnet)).toEqual(devnet)
  expect(
    servicesOf({
      ...devnet,
      api: 'https://api.example.org',
      relay: 'wss://localhost.example.org',
      wallet: 7,
    }),
  ).toEqual({ chains: devnet.chains, networks: devnet.networks })
  expect(servicesOf({ ...devnet, chains: { 'eip155:1': 'https://node.example.org' } })).toEqual({
    chains: {},
  })
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(servicesOf(value)).toEqual({ chains: {} })
    }),
  )
})

test('the chosen networks are replaced by the devnet’s chains, of the same namespace and number', () => {
  const names = (
    networks: Parameters<typeof networksFor>[0]['networks'],
    services = servicesOf(devnet),
  ) => networksFor({ networks }, services).map(({ name }) => name)
  expect(names(['base'])).toEqual(['Latchkey Devnet'])
  expect(names(['mainnet', 'base', 'optimism'])).toEqual(['Latchkey Devnet', 'Latchkey Devnet 2'])
  expect(names(['solana'])).toEqual([])
  expect(
    names(['solana'], {
      chains: { ...devnet.chains, 'solana:abc': 'http://127.0.0.1:8899' },
      networks: { ...devnet.networks, 'solana:abc': solana },
    }),
  ).toEqual(['Latchkey Solana'])
  expect(evmNetworks(servicesOf(devnet)).map(({ id }) => id)).toEqual([31337, 31338])
})

test('without services `networksFor` returns the chosen networks', () => {
  expect(networksFor({ networks: ['base', 'solana'] }, { chains: {} }).map(({ id }) => id)).toEqual(
    [8453, '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  )
})
