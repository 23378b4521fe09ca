import { expect, test } from 'vitest'
import { createPace } from './createPace.ts'

test('work that arrives together runs one piece at a time, and other events run in between', async () => {
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

test('callers take turns, one piece of work each', async () => {
  const pace = createPace()
  const heard: string[] = []
  const run = (key: string, name: string) => pace(key).then(() => void heard.push(name))
  await Promise.all([
    run('a', 'a1'),
    run('a', 'a2'),
    run('a', 'a3'),
    run('b', 'b1'),
    run('c', 'c1'),
    run('b', 'b2'),
  ])
  expect(heard).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})
