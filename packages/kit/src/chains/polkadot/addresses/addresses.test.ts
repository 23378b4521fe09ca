import { polkadotAssetHubId, kusamaAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import type { NetworkId } from '@latchkey/protocol/caip'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startTestPage, startTestPolkadot } from '../startTestPolkadot.ts'
import { createAddresses } from './createAddresses.lazy.ts'
import { isAlike } from './isAlike.ts'
import { isOwnerless } from './isOwnerless.ts'
import { readRecipient } from './readRecipient.ts'

const key = fromHex('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')
const [onPolkadot, onKusama, generic] = [0, 2, 42].map((prefix) => writeSs58(key, prefix)) as [
  string,
  string,
  string,
] // the cast: there are three
const networkId = polkadotAssetHubId as NetworkId // the cast: it is the id of a network
const genesis = '68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f'
const foreign = '48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a'

test('the address of an account has known spellings', () => {
  expect([onPolkadot, onKusama, generic]).toEqual([
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  ])
})

describe('a recipient', () => {
  test.each([
    onPolkadot,
    onKusama,
    generic,
    ` ${generic}\n`,
    `${polkadotAssetHubId}:${generic}`,
    `substrate:${onPolkadot}:0x${genesis}:Ann`,
    `substrate:${onKusama}:0x${toHex(key)}:Ann`,
    `substrate:${generic}`,
    `polkadot:${onKusama}?amount=1.5`,
  ])('%j is read in the spelling of the network', (text) => {
    expect(readRecipient(text, networkId)).toEqual({ status: 'address', address: onPolkadot })
  })

  test.each([
    [`${kusamaAssetHubId}:${onKusama}`, 'otherNetwork'],
    [`substrate:${onKusama}:0x${foreign}:Ann`, 'otherNetwork'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'otherNetwork'],
    ['solana:7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'otherNetwork'],
    [`0x${toHex(key)}`, 'notAnAddress'],
    ['Ann', 'notAnAddress'],
    [`${onPolkadot.slice(0, -1)}6`, 'wrongChecksum'],
    [`substrate:${onPolkadot.slice(0, -1)}6:0x${genesis}`, 'wrongChecksum'],
  ])('%j is refused: %s', (text, fault) => {
    expect(readRecipient(text, networkId)).toEqual({ status: 'refused', fault })
  })

  test('without a network, an address keeps its spelling', () => {
    expect(readRecipient(onKusama)).toEqual({ status: 'address', address: onKusama })
  })
})

test('a payment link has an amount in whole coins, with at most as many decimals as the coin', async () => {
  startTestPage()
  const { kit } = startTestPolkadot()
  const { formatPayment, readPayment } = createAddresses(kit)
  const link = await formatPayment({ address: onPolkadot, networkId, amount: 15_000_000_001n })
  expect(link).toBe(`polkadot:${onPolkadot}?amount=1.5000000001`)
  const amountIn = async (text: string) => (await readPayment(text, networkId))?.amount
  expect(await amountIn(link)).toBe(15_000_000_001n)
  expect(await amountIn(`${link}0000`)).toBe(15_000_000_001n)
  for (const text of [
    `${link}1`,
    `${link}&amount=1`,
    `${link.replace('1.5', '-1.5')}`,
    'polkadot:',
  ])
    expect(await readPayment(text, networkId)).toBeUndefined()
  expect(await readPayment(`substrate:${onKusama}:0x${foreign}`, networkId)).toBeUndefined()
  // the amount is in the coin of the network of which the address has the prefix
  expect(await amountIn(`polkadot:${generic}?amount=1.5`)).toBe(15_000_000_000n)
  expect(await readPayment(`polkadot:${onKusama}?amount=1.5`, networkId)).toBeUndefined()
  expect(await readPayment(`polkadot:${onKusama}`, networkId)).toEqual({ to: onPolkadot })
  expect(await readPayment(generic, networkId)).toBeUndefined()
})

test('addresses of pallets and parachains, and the zero address, have no owner', () => {
  const of = (text: string, rest = '') => {
    const bytes = new Uint8Array(32)
    bytes.set(new TextEncoder().encode(text + rest))
    return writeSs58(bytes, 0)
  }
  expect(
    [of(''), of('modl', 'py/trsry'), of('para', 'abcd'), of('sibl', 'abcd')].map(isOwnerless),
  ).toEqual([true, true, true, true])
  expect([of('mod'), of('abcd'), onPolkadot, 'Ann'].map(isOwnerless)).toEqual(Array(4).fill(false))
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      bytes[31] = (bytes[31] ?? 0) | 1
      expect(isOwnerless(writeSs58(bytes, 0))).toBe(false)
    }),
  )
})

test('spellings of one account are not alike, and accounts are compared in one spelling', () => {
  expect([isAlike(onPolkadot, onKusama), isAlike(onPolkadot, generic)]).toEqual([false, false])
  const other = writeSs58(new Uint8Array(32).fill(7), 42)
  expect(isAlike(onPolkadot, other)).toBe(false)
  // found by a search: it begins and ends like Ann's address
  const similar = writeSs58(
    fromHex('d43593c715fdd31c61141abd04a99fd6822c8559854ccde39a5684e7003c12db'),
    42,
  )
  expect([isAlike(onPolkadot, similar), isAlike(similar, onKusama)]).toEqual([true, false])
})
