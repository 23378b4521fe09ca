import { expect, test } from 'vitest'
import { createListeners } from './createListeners.ts'

test('a listener hears what is told until it leaves, or all are dropped', () => {
  const { subscribe, has, tell, clear } = createListeners<[name: string, age: number]>()
  const heard: unknown[] = []
  const one = (...said: unknown[]) => void heard.push(['one', ...said])
  const stop = subscribe(one)
  subscribe((...said) => void heard.push(['two', ...said]))
  tell('Ada', 36)
  stop()
  expect(has(one)).toBe(false)
  tell('Bo', 7)
  clear()
  tell('Cy', 1)
  expect(heard).toEqual([
    ['one', 'Ada', 36],
    ['two', 'Ada', 36],
    ['two', 'Bo', 7],
  ])
})
