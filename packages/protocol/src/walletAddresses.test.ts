import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeParse } from 'valibot'
import { readBitcoinKeys, writeBitcoinKeys } from './chains/bitcoinKeys.ts'
import { writeSs58 } from './chains/ss58.ts'
import {
  hasEntry,
  isComplete,
  isSameRecord,
  readAddresses,
  walletAddresses,
} from './walletAddresses.ts'

const eip155 = '0x932Ab6A1D3CF43E3BDc2d039B31762B37D30103D'
const solana = 'HHGkTxYcMh9rG2qmwtQ5yzhVGWj2top4MSKH5EZF9NMT'

const keys = {
  payment: Uint8Array.from([3, ...new Uint8Array(32).fill(255)]),
  ordinals: new Uint8Array(32).fill(7),
}
const bip122 = writeBitcoinKeys(keys)
const key = Uint8Array.from({ length: 32 }, (_, at) => at)
const polkadot = writeSs58(key, 42)
const bip122Test = writeBitcoinKeys({ ...keys, payment: keys.payment.with(0, 2) })

test('the public keys on Bitcoin are one text, which gives the same keys', () => {
  expect([readBitcoinKeys(bip122), bip122.length]).toEqual([keys, 87])
  for (const text of [
    '',
    bip122.slice(1),
    `${bip122.slice(0, -1)}B`,
    `${bip122}A`,
    `B${bip122.slice(1)}`,
    solana,
  ])
    expect(readBitcoinKeys(text)).toBeUndefined()
  expect(readAddresses({ eip155, bip122, bip122Test })).toEqual({ eip155, bip122, bip122Test })
  expect(readAddresses({ eip155, bip122: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' })).toBe(
    undefined,
  )
})

test('an address of Polkadot is read in any spelling, and another text is refused', () => {
  const elsewhere = writeSs58(key, 2007)
  expect(readAddresses({ eip155, polkadot })).toEqual({ eip155, polkadot })
  expect(readAddresses({ eip155, polkadot: elsewhere })).toEqual({ eip155, polkadot: elsewhere })
  for (const text of [solana, eip155, `${polkadot}111`, ''])
    expect(readAddresses({ eip155, polkadot: text })).toBeUndefined()
})

test('a record is read without `solana`, and unknown namespaces in it are ignored', () => {
  expect(readAddresses({ eip155, solana })).toEqual({ eip155, solana })
  expect(readAddresses({ eip155 })).toEqual({ eip155 })
  expect(readAddresses({ eip155, solana, later: 'x' })).toEqual({ eip155, solana })
  expect(readAddresses({ version: 1, eip155, solana })).toEqual({ eip155, solana })
})

test('a record of a later version, without a valid `eip155` address, or any other value is refused', () => {
  for (const value of [{ version: 2, eip155, solana }, { solana }, { eip155: solana }, [], null])
    expect(readAddresses(value)).toBeUndefined()
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const read = readAddresses(value)
      if (read) expect(read.eip155).toMatch(/^0x[\da-f]{40}$/i)
    }),
  )
})

test('two records are the same if each namespace that both have has the same address', () => {
  expect([isComplete({ eip155, solana }), isComplete({ eip155 })]).toEqual([false, false])
  const whole = { eip155, solana, bip122, bip122Test, polkadot }
  expect([isComplete(whole), isComplete({ eip155, solana, bip122, polkadot })]).toEqual([
    true,
    false,
  ])
  expect(isComplete({ eip155, solana, bip122, bip122Test })).toBe(false)
  // the same key with the prefix of another network
  const onAssetHub = writeSs58(key, 0)
  expect(isSameRecord(whole, { ...whole, polkadot: onAssetHub })).toBe(true)
  expect(isSameRecord(whole, { ...whole, polkadot: writeSs58(key.toReversed(), 42) })).toBe(false)
  expect(hasEntry(whole, onAssetHub)).toBe(true)
  expect(isSameRecord(whole, { eip155, solana })).toBe(true)
  expect(isSameRecord(whole, { ...whole, bip122Test: bip122 })).toBe(false)
  expect([bip122Test, eip155.toLowerCase(), solana].map((text) => hasEntry(whole, text))).toEqual(
    Array(3).fill(true),
  )
  expect(hasEntry({ eip155, solana }, bip122)).toBe(false)
  expect(isSameRecord({ eip155, solana }, { eip155: eip155.toLowerCase() })).toBe(true)
  expect(isSameRecord({ eip155, solana }, { eip155, solana: solana.toLowerCase() })).toBe(false)
  expect(isSameRecord({ eip155 }, { eip155: `0x${'1'.repeat(40)}`, solana })).toBe(false)
})

test('a record of a later version is refused on the wire, too', () => {
  const isValid = (record: unknown) => safeParse(walletAddresses, record).success
  expect([isValid({ eip155 }), isValid({ version: 1, eip155, solana })]).toEqual([true, true])
  for (const version of [0, 2, '1', {}]) expect(isValid({ version, eip155, solana })).toBe(false)
})
