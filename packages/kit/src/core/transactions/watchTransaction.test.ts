import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { isWatched, watchTransaction } from './watchTransaction.lazy.ts'

beforeEach(() => {
  startTestPage()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
})
afterEach(() => void vi.unstubAllGlobals())

test('a transaction counts as watched until its screen stops the watch', () => {
  const { kit } = startTestKit({ locale: 'en' })
  const stop = watchTransaction(kit, '0xab')
  expect(isWatched(kit, '0xAB')).toBe(true)
  stop()
  expect(isWatched(kit, '0xab')).toBe(false)
})

test('a transaction on two screens counts as watched until both stop the watch', () => {
  const { kit } = startTestKit({ locale: 'en' })
  const stops = [watchTransaction(kit, '0xab'), watchTransaction(kit, '0xAB')]
  stops[0]?.()
  expect(isWatched(kit, '0xab')).toBe(true)
  stops[1]?.()
  expect(isWatched(kit, '0xab')).toBe(false)
})
