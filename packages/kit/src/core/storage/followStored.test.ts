import { expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { followStored } from './followStored.ts'

test('a stored value is read again after a change in another tab, a cleared storage, or a return from the bfcache', () => {
  const page = startTestPage()
  let count = 0
  const stop = followStored('mine', () => count++)
  const dispatch = (type: string, facts: object) => (
    page.dispatchEvent(Object.assign(new Event(type), facts)), count
  )
  expect([
    dispatch('storage', { key: 'mine' }),
    dispatch('storage', { key: 'other' }),
    dispatch('storage', { key: null }),
    dispatch('pageshow', { persisted: false }),
    dispatch('pageshow', { persisted: true }),
  ]).toEqual([1, 1, 2, 2, 3])
  stop()
  expect([dispatch('storage', { key: 'mine' }), dispatch('pageshow', { persisted: true })]).toEqual(
    [3, 3],
  )
})
