import { expect, test } from 'vitest'
import { createSharedCache } from './sharedCache.ts'
import { deferred } from '@latchkey/server/testing/deferred'

const here = new AbortController().signal

function setUp(max = 10) {
  const clock = { time: 0 }
  return {
    clock,
    cache: createSharedCache<number>({ lifetime: 1_000, max, now: () => clock.time }),
  }
}

/** Makes a read that stays pending until the test ends it. */
function openReading() {
  const reading = deferred<number>()
  let signal: AbortSignal | undefined
  const read = (stop: AbortSignal) => {
    signal = stop
    return reading.promise
  }
  return { read, ...reading, isStopped: () => signal?.aborted }
}

test('one read serves all callers that wait for the same key', async () => {
  const { cache } = setUp()
  const reading = openReading()
  const first = cache.get('a', reading.read, here)
  const second = cache.get('a', () => Promise.reject(new Error('read twice')), here)
  reading.resolve(7)
  expect(await Promise.all([first, second])).toEqual([7, 7])
})

test('a value is cached for its lifetime, and not longer', async () => {
  const { cache, clock } = setUp()
  await cache.get('a', async () => 1, here)
  clock.time = 999
  expect(await cache.get('a', async () => 2, here)).toBe(1)
  clock.time = 1_000
  expect(await cache.get('a', async () => 3, here)).toBe(3)
})

test('a failed read is not cached', async () => {
  const { cache } = setUp()
  await expect(cache.get('a', () => Promise.reject(new Error('down')), here)).rejects.toThrow(
    'down',
  )
  expect(await cache.get('a', async () => 1, here)).toBe(1)
})

test('a read is aborted only when all its callers have left', async () => {
  const { cache } = setUp()
  const [one, other] = [new AbortController(), new AbortController()]
  const reading = openReading()
  const first = cache.get('a', reading.read, one.signal)
  const second = cache.get('a', reading.read, other.signal)
  one.abort()
  await expect(first).rejects.toThrow()
  expect(reading.isStopped()).toBe(false)
  other.abort()
  await expect(second).rejects.toThrow()
  expect(reading.isStopped()).toBe(true)
  expect(await cache.get('a', async () => 5, here)).toBe(5)
})

test('a value that was set is not replaced by an earlier read', async () => {
  const { cache } = setUp()
  const reading = openReading()
  const value = cache.get('a', reading.read, here)
  cache.set('a', 2)
  reading.resolve(1)
  expect(await value).toBe(1)
  expect(await cache.get('a', async () => 3, here)).toBe(2)
})

test('the oldest entries are removed when the cache is full', async () => {
  const { cache } = setUp(2)
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => 1, here)
  expect(await cache.get('a', async () => 2, here)).toBe(2)
  expect(await cache.get('c', async () => 2, here)).toBe(1)
})

test('a clock that jumps a year back or forward does not extend a lifetime', async () => {
  const year = 31_536_000_000
  let now = 2 * year
  let reads = 0
  const cache = createSharedCache<number>({ lifetime: 1_000, max: 10, now: () => now })
  const read = () => cache.get('key', async () => (reads += 1), new AbortController().signal)
  for (const [jump, expected] of [
    [0, 1],
    [-year, 2],
    [0, 2],
    [999, 2],
    [1, 3],
    [year, 4],
  ] as const) {
    now += jump
    expect(await read()).toBe(expected)
  }
})

test('a large value replaces the oldest values, and a value above the limit of bytes is not stored', () => {
  const cache = createSharedCache<string>({
    lifetime: 1_000,
    max: 10,
    bytes: { max: 10, of: (text) => text.length },
    now: () => 0,
  })
  const stored = () => ['a', 'b', 'c', 'd'].filter((key) => cache.peek(key) !== undefined)
  for (const key of ['a', 'b', 'c']) cache.set(key, 'xxx')
  expect(stored()).toEqual(['a', 'b', 'c'])
  cache.set('a', 'xxxx') // replaces the value of a key
  expect(stored()).toEqual(['a', 'b', 'c'])
  cache.set('d', 'xxxxxx')
  expect(stored()).toEqual(['a', 'd'])
  cache.set('b', 'x'.repeat(11))
  expect(stored()).toEqual(['a', 'd'])
  cache.delete('d')
  cache.set('c', 'xxxxxx')
  expect(stored()).toEqual(['a', 'c'])
})

test('a value that is read again counts its bytes once', async () => {
  let time = 0
  const cache = createSharedCache<string>({
    lifetime: 1_000,
    max: 10,
    bytes: { max: 10, of: (text) => text.length },
    now: () => time,
  })
  for (time = 0; time < 10_000; time += 1_000) await cache.get('a', async () => 'xxxxxx', here)
  cache.set('b', 'xxxx')
  expect([cache.peek('a'), cache.peek('b')]).toEqual([undefined, 'xxxx'])
  time -= 1_000
  expect(cache.peek('a')).toBe('xxxxxx')
})
