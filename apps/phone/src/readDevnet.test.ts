import { expect, test } from 'vitest'
import { networksOf } from './phone/networks.ts'
import { solanaChainsOf } from './phone/solana/solanaChains.ts'
import { devnetOf } from './readDevnet.ts'

const url = 'http://127.0.0.1:8545'
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }

test('the phone has each EVM network of /devnet.json with its name and token', () => {
  const four = { ...nativeCurrency, symbol: 'FOUR' }
  const devnet = devnetOf({
    relay: 'ws://127.0.0.1:5555',
    chains: { 'eip155:31400': url, 'solana:abc': url },
    networks: {
      'eip155:31400': { name: 'Fourth', nativeCurrency: four },
      'solana:abc': { name: 'Sol', nativeCurrency },
    },
  })
  expect(devnet).toMatchObject({ relay: 'ws://127.0.0.1:5555', problems: [] })
  expect(networksOf(devnet)).toEqual([
    { id: 31400, name: 'Fourth', nativeCurrency: four, rpcUrl: url },
  ])
  expect(solanaChainsOf(devnet)).toMatchObject([
    { networkId: 'solana:abc', name: 'Sol', rpcUrl: url },
  ])
})

test('`devnetOf` reports each network that it leaves out, with the reason', () => {
  const { networks, problems } = devnetOf({
    chains: { 'eip155:1': url, 'eip155:2': 'nowhere', 'eip155:3': url, 'bip122:4': url },
    networks: {
      'eip155:1': { name: 'First', nativeCurrency },
      'eip155:2': { name: 'Second', nativeCurrency },
      'bip122:4': { name: 'Fourth', nativeCurrency },
    },
  })
  expect(networks.map(({ name }) => name)).toEqual(['First'])
  expect(problems).toMatchInlineSnapshot(`
    [
      "The network eip155:2 is left out: /devnet.json has no URL for it.",
      "The network eip155:3 is left out: /devnet.json has no name or no native token for it.",
      "The network bip122:4 is left out: this phone has no account for it.",
    ]
  `)
})

test('`devnetOf` throws if /devnet.json has no chains', () => {
  for (const content of [undefined, {}, { chains: {}, relay: 7 }])
    expect(() => devnetOf(content)).toThrow('The devnet did not say where its chains are.')
})
