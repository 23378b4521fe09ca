import { expect, test } from 'vitest'
import { lazily } from './lazily.ts'

test('lazily loads on the first use, and only once', async () => {
  let count = 0
  const load = lazily(async () => ++count)
  expect(count).toBe(0)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('a failed load is repeated on the next use', async () => {
  let count = 0
  const load = lazily(() =>
    ++count === 1 ? Promise.reject(new Error('offline')) : Promise.resolve('here'),
  )
  await expect(load()).rejects.toThrow('offline')
  expect(await load()).toBe('here')
})
