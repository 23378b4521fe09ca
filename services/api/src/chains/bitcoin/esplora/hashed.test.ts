import { RawOldTx, RawTx } from '@scure/btc-signer/script.js'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHeaderOf, isTransactionOf } from './hashed.ts'

const script = fc.uint8Array({ maxLength: 300 })
const transaction = fc
  .record({
    version: fc.integer({ min: 1, max: 2 }),
    segwitFlag: fc.boolean(),
    inputs: fc.array(
      fc.record({
        txid: fc.uint8Array({ minLength: 32, maxLength: 32 }),
        index: fc.nat(),
        finalScriptSig: script,
        sequence: fc.nat(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    outputs: fc.array(fc.record({ amount: fc.bigInt({ min: 0n, max: 10n ** 15n }), script }), {
      minLength: 1,
      maxLength: 300,
    }),
    lockTime: fc.nat(),
  })
  .map((parts) => ({ ...parts, witnesses: parts.inputs.map(() => [new Uint8Array(70).fill(7)]) }))

const textOf = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString('hex'))
const hashOf = (bytes: Uint8Array) => Buffer.from(sha256x2(bytes).reverse()).toString('hex')

test('a transaction is that of its hash, with witnesses and without; changed or cut it is not', () => {
  fc.assert(
    fc.property(transaction, fc.nat(), (parts, place) => {
      const [bytes, base] = [RawTx.encode(parts), RawOldTx.encode(parts)]
      const txid = hashOf(base)
      expect(isTransactionOf(textOf(bytes), txid)).toBe(true)
      expect(isTransactionOf(textOf(base), txid)).toBe(true)
      const at = place % base.length
      expect(isTransactionOf(textOf(base.with(at, (base[at] ?? 0) ^ 1)), txid)).toBe(false)
      expect(isTransactionOf(textOf(base.slice(0, at)), txid)).toBe(false)
      expect(isTransactionOf(textOf(Uint8Array.from([...base, 0])), txid)).toBe(false)
    }),
    { numRuns: 100, seed: 41 },
  )
})

test('any bytes are read without an error, and thousands of inputs in a moment', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(isTransactionOf(textOf(bytes), 'ab'.repeat(32))).toBe(false)
    }),
    { numRuns: 500, seed: 42 },
  )
  const endless = `02000000fe${'ff'.repeat(4)}${`${'00'.repeat(37)}ffffffff`.repeat(3_000)}`
  const start = performance.now()
  expect(isTransactionOf(Buffer.from(endless), 'ab'.repeat(32))).toBe(false)
  expect(performance.now() - start).toBeLessThan(50)
  for (const text of ['', 'zz', 'abc', '<html>'])
    expect(isTransactionOf(Buffer.from(text), 'ab'.repeat(32))).toBe(false)
})

test('a header has 80 bytes and its own hash', () => {
  const header = new Uint8Array(80).fill(3)
  expect(isHeaderOf(textOf(header), hashOf(header))).toBe(true)
  expect(isHeaderOf(textOf(header.with(0, 4)), hashOf(header))).toBe(false)
  const short = header.slice(1)
  expect(isHeaderOf(textOf(short), hashOf(short))).toBe(false)
})
