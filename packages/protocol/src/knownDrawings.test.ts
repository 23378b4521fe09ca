import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NetworkId } from './caip.ts'
import {
  kusamaAssetHubId,
  kusamaRelayId,
  polkadotAssetHubId,
  polkadotRelayId,
} from './chains/polkadotIds.ts'
import { drawingOfNetwork, drawingOfToken, knownTokens } from './knownDrawings.ts'
import { namespaces } from './namespace.ts'
import { mainNetworks } from './walletList.ts'

/** Writes an address with the case that is its checksum. EIP-55 */
function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at] ?? '', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

const rows = Object.entries(knownTokens).flatMap(([name, addresses]) =>
  Object.entries(addresses).map(([networkId, address]) => [name, networkId, address] as const),
)

test.each(rows)(
  'the drawing of %s on %s belongs only to the address %s, in upper or lower case on EVM',
  (name, networkId, address) => {
    const isEvm = networkId.startsWith('eip155:')
    // a wrong digit in the table would break the checksum
    if (isEvm) expect(withChecksum(address)).toBe(address)
    expect(drawingOfToken(`${networkId}:${address}`)).toBe(name)
    expect(drawingOfToken(`${networkId}:${address.toLowerCase()}`)).toBe(isEvm ? name : undefined)
    fc.assert(
      fc.property(
        fc.nat(address.length - 3),
        fc.constantFrom(...'0123456789abcdef'),
        (at, digit) => {
          const other = address.slice(0, at + 2) + digit + address.slice(at + 3)
          fc.pre(other.toLowerCase() !== address.toLowerCase())
          expect(drawingOfToken(`${networkId}:${other}`)).toBeUndefined()
        },
      ),
      { numRuns: 50 },
    )
    expect(drawingOfToken(`eip155:31337:${address}`)).toBeUndefined()
  },
)

test('31 tokens have a drawing', () => {
  expect(rows.length).toBe(31)
})

test.each([
  '',
  'USDC',
  'eip155:1',
  'eip155:1:USDC',
  'eip155:1:',
  'toString',
  '__proto__',
  'constructor',
])('the id %j has no token drawing', (id) => {
  expect(drawingOfToken(id)).toBeUndefined()
})

test.each(namespaces)('the namespace %s has the drawing of its main network', (namespace) => {
  expect(drawingOfNetwork(namespace)).toBeDefined()
  expect(drawingOfNetwork(namespace)).toBe(
    drawingOfNetwork(mainNetworks[namespace] as Parameters<typeof drawingOfNetwork>[0]),
  ) // the table has network ids
})

test.each(['eip155:31337', 'eip155:11155111', 'toString', '__proto__'])(
  'the network %s has no drawing',
  (id) => {
    // a value that a site without TypeScript may pass
    expect(drawingOfNetwork(id as Parameters<typeof drawingOfNetwork>[0])).toBeUndefined()
  },
)

test('the relay chains of Polkadot and Kusama, and their Asset Hubs, have the drawings of their coins', () => {
  const ids = [polkadotRelayId, polkadotAssetHubId, kusamaRelayId, kusamaAssetHubId] as const
  expect(ids.map((id) => drawingOfNetwork(id as NetworkId))).toEqual(['DOT', 'DOT', 'KSM', 'KSM'])
})
