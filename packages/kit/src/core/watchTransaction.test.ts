import { expect, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { startTestKit } from '../connection/startTestKit.ts'
import { isWatched, watchTransaction } from './watchTransaction.ts'

test('a screen that shows a transaction says so until it goes', () => {
  startTestPage()
  const { kit } = startTestKit()
  const stop = watchTransaction(kit, '0xab')
  expect(isWatched(kit, '0xAB')).toBe(true)
  stop()
  expect(isWatched(kit, '0xab')).toBe(false)
})

test('a transaction that two screens show is shown until both have gone', () => {
  startTestPage()
  const { kit } = startTestKit()
  const stops = [watchTransaction(kit, '0xab'), watchTransaction(kit, '0xAB')]
  stops[0]?.()
  expect(isWatched(kit, '0xab')).toBe(true)
  stops[1]?.()
  expect(isWatched(kit, '0xab')).toBe(false)
})
