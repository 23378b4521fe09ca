import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRedisTurns } from './redisTurns.ts'

/** Work that runs until the test ends it. It counts how many pieces of work run. */
function openWork() {
  const ends: (() => void)[] = []
  let [running, max] = [0, 0]
  return {
    work: async () => {
      running += 1
      max = Math.max(max, running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
    },
    end: () => ends.splice(0).forEach((end) => end()),
    max: () => max,
  }
}

test('one queue runs at most 32 messages at once, and other queues run in between', async () => {
  const turns = createRedisTurns()
  const [mine, others] = [openWork(), openWork()]
  const all = Array.from({ length: 100 }, () => turns.message('a', mine.work))
  const other = turns.message('b', others.work)
  await setImmediate()
  expect([mine.max(), others.max()]).toEqual([32, 1])
  others.end()
  await other
  const done = Promise.all(all)
  for (let times = 0; times < 4; times += 1) {
    mine.end()
    await setImmediate()
  }
  await done
  expect(mine.max()).toBe(32)
})

test('work that gets no turn in time fails with `late`', async () => {
  const turns = createRedisTurns()
  const { work, end } = openWork()
  const first = Array.from({ length: 32 }, () => turns.message('a', work))
  await expect(turns.message('a', work)).rejects.toMatchObject({ name: 'StoreError', kind: 'late' })
  end()
  await Promise.all(first)
  await expect(turns.message('a', () => Promise.reject(new TypeError('its own')))).rejects.toThrow(
    'its own',
  )
})

test('a list is processed in parts of 64, and answered in order', async () => {
  const turns = createRedisTurns()
  let [running, max] = [0, 0]
  const items = Array.from({ length: 500 }, (_, index) => index)
  const answers = await turns.each('a', items, async (item) => {
    running += 1
    max = Math.max(max, running)
    await setImmediate()
    running -= 1
    return item * 2
  })
  expect(answers).toEqual(items.map((item) => item * 2))
  expect(max).toBe(64)
})
