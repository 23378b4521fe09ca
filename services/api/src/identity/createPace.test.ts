import { expect, test } from 'vitest'
import { createPace } from './createPace.ts'

test('what comes at once goes on one after the other, and something else in between', async () => {
  const pace = createPace()
  const heard: string[] = []
  const work = ['first', 'second', 'third'].map((name) => pace().then(() => heard.push(name)))
  const between = () => void (heard.push('other'), heard.length < 6 && setImmediate(between))
  setImmediate(between)
  await Promise.all(work)
  expect(heard).toEqual(['first', 'other', 'second', 'other', 'third'])
  await pace()
  await Promise.all([pace(), pace()])
})
