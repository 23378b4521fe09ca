import { expect, test } from 'vitest'
import { createChainStatus } from './chainStatus.ts'

test('an index is behind after three intervals between polls without an answer, even if the interval is long', () => {
  const clock = { now: 0 }
  const status = createChainStatus({ lag: 10, pollEvery: 600_000, now: () => clock.now })
  status.stands({ isComplete: true, isConfirmed: true, isAlarmed: false })
  status.stepped()
  clock.now = 1_800_000
  expect(status.health()).toBe('complete')
  clock.now = 1_800_001
  expect(status.health()).toBe('behind')
})

test('the status reports whether an index is incomplete, behind, complete or in alarm', () => {
  const clock = { now: 0 }
  const status = createChainStatus({ lag: 10, now: () => clock.now })
  expect(status.health()).toBe('indexing')
  status.stands({ isComplete: true, isConfirmed: false, isAlarmed: false })
  expect(status.health()).toBe('behind') // no node has answered since the start
  status.stands({ isComplete: true, isConfirmed: true, isAlarmed: false })
  status.stepped()
  status.seen(100)
  status.reached(90)
  expect(status.health()).toBe('complete')
  status.seen(101)
  expect(status.health()).toBe('behind')
  status.reached(101)
  clock.now = 60_001
  expect(status.health()).toBe('behind') // no node has answered for a minute
  status.waits()
  expect(status.health()).toBe('complete') // another process follows the chain
  status.stands({ isComplete: true, isConfirmed: true, isAlarmed: true })
  expect(status.health()).toBe('alarm')
})
