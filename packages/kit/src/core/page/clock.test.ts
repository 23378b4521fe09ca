import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('a timeout calls back once, unless cancelled', async () => {
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

test('`now` is the time of the machine', () => {
  const before = Date.now()
  expect(systemClock.now()).toBeGreaterThanOrEqual(before)
})
