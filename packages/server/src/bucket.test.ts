import { expect, test } from 'vitest'
import { Bucket } from '@latchkey/server/bucket'

test('a bucket allows `max` requests at once, and more as time passes', () => {
  const bucket = new Bucket({ max: 3, refill: 2, everySeconds: 1 }, 0)
  expect([1, 2, 3].map(() => bucket.take(1, 0).allowed)).toEqual([true, true, true])
  expect(bucket.take(1, 0)).toEqual({ allowed: false, over: 1, wait: 500 })
  expect(bucket.take(1, 1_000).allowed).toBe(true)
  expect(bucket.take(3, 100_000).allowed).toBe(true)
})

test('a request larger than the bucket is allowed when the bucket is full, and empties the bucket', () => {
  const bucket = new Bucket({ max: 3, refill: 1, everySeconds: 1 }, 0)
  expect(bucket.take(5, 0).allowed).toBe(true)
  expect(bucket.take(1, 2_000).allowed).toBe(false)
})

test('refused requests add to the debt of a bucket, but only up to a limit', () => {
  const bucket = new Bucket({ max: 2, refill: 1, everySeconds: 1 }, 0)
  expect([1, 1, 1, 1, 1].map((count) => bucket.take(count, 0).over)).toEqual([0, 0, 1, 2, 2])
  expect(bucket.take(1, 3_000).allowed).toBe(true)
})

test('a request of size 0 is always allowed, and a clock that goes back adds no tokens', () => {
  const bucket = new Bucket({ max: 1, refill: 1, everySeconds: 1 }, 10_000)
  bucket.take(2, 10_000)
  expect(bucket.take(0, 10_000).allowed).toBe(true)
  expect(bucket.take(1, 0).allowed).toBe(false)
})

test('when refused requests do not count, a request after the announced wait is allowed', () => {
  const bucket = new Bucket({ max: 1, refill: 1, everySeconds: 10 }, 0)
  bucket.take(1, 0, false)
  expect([bucket.take(1, 5_000, false), bucket.take(1, 5_000, false)]).toEqual(
    Array(2).fill({ allowed: false, over: 0, wait: 5_000 }),
  )
  expect(bucket.take(1, 10_000, false).allowed).toBe(true)
})

test('a clock that jumps a year back or forward does not extend a refusal', () => {
  const year = 31_536_000_000
  const bucket = new Bucket({ max: 1, refill: 1, everySeconds: 1 }, year)
  expect(bucket.take(1, year).allowed).toBe(true)
  expect(bucket.take(1, 0)).toMatchObject({ allowed: false, wait: 1_000 })
  expect([
    bucket.take(1, 2_000).allowed,
    bucket.take(1, 2 * year).allowed,
    bucket.take(1, 2 * year).allowed,
  ]).toEqual([true, true, false])
})

test('tokens beyond the limit are a debt until they are refilled', () => {
  const bucket = new Bucket({ max: 10, refill: 1, everySeconds: 1 }, 0)
  bucket.take(10, 0)
  expect(bucket.debt(0)).toBe(0)
  bucket.take(5, 0)
  expect([bucket.debt(0), bucket.debt(2_000), bucket.debt(5_000), bucket.debt(1_000)]).toEqual([
    5_000, 3_000, 0, 0,
  ])
})
