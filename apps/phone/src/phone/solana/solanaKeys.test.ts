import { pbkdf2Sync } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { getBase58Decoder } from '@solana/kit'
import { HDKey } from 'micro-key-producer/slip10.js'
import { expect, test } from 'vitest'
import { signWithSolana, solanaAccounts } from './solanaKeys.ts'

const seed = pbkdf2Sync(
  'test test test test test test test test test test test junk',
  'mnemonic',
  2_048,
  64,
  'sha512',
)

test.each(solanaAccounts.map(({ address }, index) => [index, address] as const))(
  'account %i is derived from the development mnemonic, and its signature is valid',
  (index, address) => {
    const derived = HDKey.fromMasterSeed(seed).derive(`m/44'/501'/${index}'/0'`)
    expect(getBase58Decoder().decode(derived.publicKeyRaw)).toBe(address)
    const bytes = new TextEncoder().encode('Hello')
    expect(ed25519.verify(signWithSolana(address, bytes), bytes, derived.publicKeyRaw)).toBe(true)
  },
)

test('`signWithSolana` refuses to sign for an unknown account', () => {
  expect(() => signWithSolana('11111111111111111111111111111111', new Uint8Array())).toThrow(
    RangeError,
  )
})
