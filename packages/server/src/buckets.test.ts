import { expect, test } from 'vitest'
import { createBuckets } from '@latchkey/server/buckets'

const limit = { max: 1, refill: 1, everySeconds: 1_000 }

test('a key that keeps requesting is remembered, whatever the number of other keys', () => {
  const buckets = createBuckets(limit, () => 0)
  buckets.take('busy', 1)
  for (let index = 0; index < 200_000; index += 1) {
    buckets.take(`other ${index}`, 1)
    if (index % 40_000 === 0) expect(buckets.take('busy', 1).allowed).toBe(false)
  }
  expect(buckets.debt('busy')).toBe(1_000_000)
})

test('an idle key is dropped after 100,000 other keys, but not after 50,000', () => {
  const buckets = createBuckets(limit, () => 0)
  const come = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) buckets.take(`other ${index}`, 1)
  }
  buckets.take('quiet', 2)
  come(0, 50_000)
  expect(buckets.debt('quiet')).toBe(1_000_000)
  come(50_000, 100_000)
  expect(buckets.debt('quiet')).toBe(0)
})

test('without a limit, every request is allowed', () => {
  const buckets = createBuckets(false, () => 0)
  expect([buckets.take('anybody', 1_000), buckets.debt('anybody')]).toEqual([
    { allowed: true, over: 0, wait: 0 },
    0,
  ])
})
