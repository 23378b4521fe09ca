import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatBatchId, parseBatchId } from './batchId.ts'

const hash = fc
  .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
  .filter((digits) => /[1-9a-f]/.test(digits))
  .map((digits) => `0x${digits}` as const)

test('a batch id contains the chain, the transactions and whether the batch stopped', () => {
  const batch = fc.record({
    chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    hashes: fc.array(hash, { minLength: 1, maxLength: 20 }),
    isStopped: fc.boolean(),
  })
  fc.assert(
    fc.property(batch, (sent) => void expect(parseBatchId(formatBatchId(sent))).toEqual(sent)),
  )
})

test('a text in another form is not read as a batch id', () => {
  for (const text of [
    '',
    '0x',
    'batch',
    `0x${'0'.repeat(16)}${'a'.repeat(64)}`,
    `0x${'f'.repeat(16)}${'a'.repeat(64)}`,
    `0x${'1'.padStart(16, '0')}${'a'.repeat(63)}`,
    `0x${'1'.padStart(16, '0')}`,
  ])
    expect(parseBatchId(text), text).toBeUndefined()
  fc.assert(fc.property(fc.string(), (text) => void expect(parseBatchId(text)).toBeUndefined()))
})
