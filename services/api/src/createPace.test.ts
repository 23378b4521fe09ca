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

test('one with little to do waits for one piece of another, however many that has', async () => {
  const pace = createPace()
  const heard: string[] = []
  const ask = (key: string, name: string) => pace(key).then(() => void heard.push(name))
  await Promise.all([
    ask('a', 'a1'),
    ask('a', 'a2'),
    ask('a', 'a3'),
    ask('b', 'b1'),
    ask('c', 'c1'),
    ask('b', 'b2'),
  ])
  expect(heard).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})
