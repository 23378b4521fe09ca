import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShares } from './shares.ts'

test('no key exceeds its limit, all keys together do not exceed the total, and released amounts are free again', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    take: fc.boolean(),
    amount: fc.integer({ min: 1, max: 6 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const shares = createShares({ each: 10, all: 15 })
      const held = new Map<string, number>()
      for (const { key, take, amount } of steps) {
        const before = held.get(key) ?? 0
        if (!take) {
          shares.give(key, Math.min(amount, before))
          held.set(key, before - Math.min(amount, before))
          continue
        }
        const all = [...held.values()].reduce((sum, one) => sum + one, 0)
        const taken = shares.take(key, amount)
        expect(taken).toBe(before + amount > 10 ? 'each' : all + amount > 15 ? 'all' : 'taken')
        if (taken === 'taken') held.set(key, before + amount)
        const max = Math.max(...held.values(), 0)
        expect(shares.held(shares.largestKey() ?? '')).toBeGreaterThanOrEqual(max / 2)
        expect(shares.largestKey() === undefined).toBe(max === 0)
        expect([shares.held(key), shares.all]).toEqual([
          held.get(key) ?? 0,
          [...held.values()].reduce((sum, one) => sum + one, 0),
        ])
      }
    }),
  )
})

test('`add` counts an amount in any case, and returns the limit that it exceeds', () => {
  const shares = createShares({ each: 10, all: 15 })
  expect([shares.add('a', 10), shares.add('a', 1), shares.add('b', 5)]).toEqual([
    'within',
    'each',
    'within',
  ])
  expect([shares.add('b', 4), shares.add('a', 0)]).toEqual(['within', 'each'])
  shares.give('a', 11)
  expect([shares.add('b', 1), shares.all]).toEqual(['within', 10])
})

test('when the total is exceeded, keys with small amounts may add more, and the largest keys may not', () => {
  const shares = createShares({ each: 100, all: 100 })
  for (const key of ['a', 'b', 'c']) shares.add(key, 33)
  expect(shares.add('d', 2)).toBe('within')
  expect([shares.add('a', 1), shares.add('b', 1), shares.add('d', 5)]).toEqual([
    'all',
    'all',
    'within',
  ])
})
