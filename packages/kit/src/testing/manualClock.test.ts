import { expect, test } from 'vitest'
import { manualClock } from './manualClock.ts'

test('callbacks run in order of time, including callbacks that are added during the advance', () => {
  const clock = manualClock(0)
  const calls: [string, number][] = []
  const note = (name: string) => () => void calls.push([name, clock.now()])
  clock.setTimeout(note('late'), 20)
  clock.setTimeout(() => {
    note('early')()
    clock.setTimeout(note('nested'), 5)
  }, 10)
  clock.advance(9)
  expect(calls).toEqual([])
  clock.advance(30)
  expect(calls).toEqual([
    ['early', 10],
    ['nested', 15],
    ['late', 20],
  ])
  expect(clock.now()).toBe(39)
})

test('a cancelled callback does not run', () => {
  const clock = manualClock()
  const calls: string[] = []
  clock.setTimeout(() => calls.push('called'), 10)()
  clock.advance(100)
  expect(calls).toEqual([])
})
