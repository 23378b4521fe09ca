import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAddress } from '../address.ts'
import { toBase58 } from '../base58.ts'
import { isTransactionHash } from '../transactionHash.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

test('a Solana address is the base58 text of exactly 32 bytes', () => {
  fc.assert(
    fc.property(bytes(32), (key) => void expect(isAddress(toBase58(key), 'solana')).toBe(true)),
  )
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      (key) => void expect(isAddress(toBase58(key), 'solana')).toBe(key.length === 32),
    ),
  )
  fc.assert(
    fc.property(fc.anything(), (value) => void expect(isAddress(value, 'solana')).toBe(false)),
  )
})

test('a Solana address with a letter outside base58 or an added space is invalid', () => {
  fc.assert(
    fc.property(
      bytes(32).map((key) => toBase58(key)),
      fc.nat({ max: 31 }),
      fc.constantFrom('0', 'O', 'I', 'l', ' ', '\n', 'é'),
      (address, at, letter) => {
        expect(isAddress(address.slice(0, at) + letter + address.slice(at + 1), 'solana')).toBe(
          false,
        )
        expect(isAddress(`${address} `, 'solana')).toBe(false)
      },
    ),
  )
})

test('a Solana transaction hash is the base58 text of 64 bytes', () => {
  fc.assert(
    fc.property(
      bytes(64),
      (signature) => void expect(isTransactionHash(toBase58(signature), 'solana')).toBe(true),
    ),
  )
  expect(isTransactionHash(toBase58(new Uint8Array(32)), 'solana')).toBe(false)
  fc.assert(
    fc.property(
      fc.anything(),
      (value) => void expect(isTransactionHash(value, 'solana')).toBe(false),
    ),
  )
})
