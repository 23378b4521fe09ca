import * as times from '@latchkey/protocol/times'
import { expect, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { createSocialStarts } from './socialStarts.ts'
import { startTestSite } from './startTestSite.ts'

const login = { social: 'google' } as const
const returned =
  'https://shop.example.org/cart#latchkey-login=https%3A%2F%2Fwallet.example.org%2Fsocial%2Fdone%3Fid%3D1'

function start({ href = 'https://shop.example.org/', needsWindow = true, isBlocked = false } = {}) {
  const { clock } = startTestKit()
  const site = startTestSite({ href, isBlocked })
  return {
    ...site,
    clock,
    starts: createSocialStarts({
      clock,
      page: site.page,
      left: () => '',
      needsWindow: () => needsWindow,
    }),
  }
}

test('`takeWindow` returns the window that the press opened, once, and the window stays open', () => {
  const { starts, windows, clock } = start()
  starts.open(login)
  expect(starts.takeWindow()).toBe(windows[0])
  expect(starts.takeWindow()).toBeNull()
  clock.advance(times.socialWindow + 1)
  expect(windows.map(({ closed }) => closed)).toEqual([false])
})

test('an unused window closes, and `takeWindow` no longer returns it', () => {
  const { starts, windows, clock } = start()
  starts.open(login)
  clock.advance(times.socialWindow)
  expect([windows[0]?.closed, starts.takeWindow()]).toEqual([true, null])
})

test('`takeWindow` leaves a returned answer for `take`', () => {
  const { starts, windows } = start({ href: returned })
  starts.open(login)
  expect([windows.length, starts.takeWindow(), starts.hasReturned()]).toEqual([0, null, true])
  expect(starts.take()).toEqual({ resultUri: 'https://wallet.example.org/social/done?id=1' })
  expect([starts.hasReturned(), starts.take()]).toEqual([false, { window: null }])
})

test('`takeWindow` returns null if the login needs no window or the browser blocks it', () => {
  for (const options of [{ needsWindow: false }, { isBlocked: true }]) {
    const { starts } = start(options)
    starts.open(login)
    expect(starts.takeWindow()).toBeNull()
  }
})
