import { expect, test } from 'vitest'
import { orderNotifications } from './orderNotifications.ts'

function start() {
  const sent: string[] = []
  return { sent, ...orderNotifications((text) => sent.push(text)) }
}

test('a notification waits for the answer that names its subscription', () => {
  const { sent, answer, notify } = start()
  notify('a', 'a1', true)
  notify('b', 'b1', true)
  notify('a', 'a2', true)
  answer('{"id":7,"result":"other"}')
  expect(sent).toEqual(['{"id":7,"result":"other"}'])
  answer('{"id":1,"result":"a"}')
  notify('a', 'a3', true)
  expect(sent.slice(1)).toEqual(['{"id":1,"result":"a"}', 'a1', 'a2', 'a3'])
})

test('nothing waits while no request is open, and not without limit', () => {
  const { sent, notify } = start()
  notify('a', 'a1', false)
  notify('a', 'a2', true)
  expect(sent).toEqual(['a1', 'a2'])
  for (let count = 0; count < 1_001; count += 1) notify('b', `b${count}`, true)
  expect(sent).toHaveLength(3)
})
