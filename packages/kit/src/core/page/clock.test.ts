import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('calls back once, unless it was cancelled before', async () => {
  const calls: string[] = []
  const cancel = systemClock.setTimeout(() => calls.push('cancelled'), 0)
  cancel()
  await new Promise<void>((resolve) => {
    systemClock.setTimeout(() => {
      calls.push('called')
      resolve()
    }, 0)
  })
  expect(calls).toEqual(['called'])
})

test('tells the time of the machine', () => {
  const before = Date.now()
  expect(systemClock.now()).toBeGreaterThanOrEqual(before)
})
