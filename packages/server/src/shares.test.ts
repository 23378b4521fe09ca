import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShares } from './shares.ts'

test('nobody holds more than a share, all together no more than there is, and what is given back is there again', () => {
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
        const most = Math.max(...held.values(), 0)
        expect(shares.held(shares.most() ?? '')).toBeGreaterThanOrEqual(most / 2)
        expect(shares.most() === undefined).toBe(most === 0)
        expect([shares.held(key), shares.all]).toEqual([
          held.get(key) ?? 0,
          [...held.values()].reduce((sum, one) => sum + one, 0),
        ])
      }
    }),
  )
})

test('what cannot be refused is counted, and says what it exceeds', () => {
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

test('when there is no more for anybody, who holds little goes on, and who holds most does not', () => {
  const shares = createShares({ each: 100, all: 100 })
  for (const key of ['a', 'b', 'c']) shares.add(key, 33)
  expect(shares.add('d', 2)).toBe('within')
  expect([shares.add('a', 1), shares.add('b', 1), shares.add('d', 5)]).toEqual([
    'all',
    'all',
    'within',
  ])
})
