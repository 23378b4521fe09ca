import { expect, test } from 'vitest'
import { createListeners } from './createListeners.ts'

test('a listener is called until it unsubscribes or all are cleared', () => {
  const { subscribe, has, notify, clear } = createListeners<[name: string, age: number]>()
  const received: unknown[] = []
  const first = (...parameters: unknown[]) => void received.push(['one', ...parameters])
  const stop = subscribe(first)
  subscribe((...parameters) => void received.push(['two', ...parameters]))
  notify('Ada', 36)
  stop()
  expect(has(first)).toBe(false)
  notify('Bo', 7)
  clear()
  notify('Cy', 1)
  expect(received).toEqual([
    ['one', 'Ada', 36],
    ['two', 'Ada', 36],
    ['two', 'Bo', 7],
  ])
})
