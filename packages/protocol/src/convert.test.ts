import { expect, test } from 'vitest'
import { isNetworkId } from './caip.ts'
import { swapNetworks } from './convert.ts'

test('`swapNetworks` has the twelve networks of the contract', () => {
  // Ethereum, Arbitrum, OP, zkSync, Base, BNB, Polygon, Gnosis, Avalanche, Fantom, Kaia, Aurora
  const chains = [1, 42_161, 10, 324, 8_453, 56, 137, 100, 43_114, 250, 8_217, 1_313_161_554]
  expect(new Set(swapNetworks)).toEqual(new Set(chains.map((chain) => `eip155:${chain}`)))
  expect([swapNetworks.length, swapNetworks.every(isNetworkId)]).toEqual([12, true])
})
