import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHoldings, type Holding } from './holdings.ts'
import { createShares } from './shares.ts'

/** Makes holdings, and records the names of those that were cut. */
function world(limits: { each: number; all: number }) {
  const shares = createShares(limits)
  const holdings = createHoldings(shares)
  const cut: string[] = []
  const take = (key: string, amount: number, name = ''): [Holding, string] => {
    const holding = holdings.hold(key, () => cut.push(name === '' ? key : name))
    return [holding, holding.take(amount)]
  }
  return { shares, take, cut }
}

test('when the total is used up, the oldest holding of the largest key is cut for a key with a small amount', () => {
  const { shares, take, cut } = world({ each: 24, all: 48 })
  for (const name of ['a1', 'a2', 'a3']) expect(take('a', 8, name)[1]).toBe('taken')
  for (const name of ['b1', 'b2']) expect(take('b', 12, name)[1]).toBe('taken')
  expect(take('c', 1)[1]).toBe('taken')
  expect(cut).toEqual(['a1'])
  expect([shares.held('a'), shares.held('c'), shares.all]).toEqual([16, 1, 41])
})

test('a holding is cut only for a key that then has less than half of the largest key', () => {
  const { take, cut } = world({ each: 20, all: 20 })
  take('a', 10)
  take('b', 10)
  expect([take('c', 5)[1], cut]).toEqual(['all', []])
  expect([take('c', 4)[1], cut]).toEqual(['taken', ['a']])
})

test('a key at its own limit is refused without a cut, and keys with equal amounts do not cut each other', () => {
  const { take, cut } = world({ each: 10, all: 20 })
  const [own] = take('a', 10)
  expect([own.take(1), take('b', 10)[1], take('c', 10)[1], take('c', 11)[1]]).toEqual([
    'each',
    'taken',
    'all',
    'each',
  ])
  expect(cut).toEqual([])
  own.end()
  own.end()
  expect([take('c', 10)[1], own.take(1)]).toEqual(['taken', 'all'])
})

test('a protected holding is not cut', () => {
  const { take, cut, shares } = world({ each: 20, all: 20 })
  const [first] = take('a', 10, 'first')
  take('a', 10, 'second')
  first.protect()
  expect(take('b', 4)[1]).toBe('taken')
  expect(cut).toEqual(['second'])
  expect(take('c', 4)[1]).toBe('taken')
  // the largest key has only holdings that cannot be cut
  expect(take('d', 4)[1]).toBe('all')
  first.end()
  expect(shares.all).toBe(8)
})

test('in any order of work, the limits hold, and a key with less than an eighth of the largest finds room', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    amount: fc.integer({ min: 1, max: 9 }),
    ends: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const shares = createShares({ each: 24, all: 40 })
      const holdings = createHoldings(shares)
      const open = new Map<Holding, { key: string; amount: number }>()
      const heldBy = (key: string) =>
        [...open.values()].reduce((sum, one) => sum + (one.key === key ? one.amount : 0), 0)
      for (const { key, amount, ends } of steps) {
        const [first] = open
        if (ends && first) {
          first[0].end()
          open.delete(first[0])
        }
        const max = Math.max(...['a', 'b', 'c', 'd'].map(heldBy))
        const mine = heldBy(key) + amount
        const holding = holdings.hold(key, () => open.delete(holding))
        const taken = holding.take(amount)
        if (taken === 'taken') open.set(holding, { key, amount })
        if (mine <= 24 && mine < max / 8) expect(taken).toBe('taken')
        for (const one of ['a', 'b', 'c', 'd']) expect(shares.held(one)).toBe(heldBy(one))
        expect(shares.all).toBeLessThanOrEqual(40)
      }
    }),
  )
})
