import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withContext } from '../../core/kit/context.ts'
import type { KitContext } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { createFrameView } from './createFrameView.ts'
import { startTestSite } from './startTestSite.ts'

const id = '6f0f6c0e-7d8b-4f1b-9d6e-0a9b1c2d3e4f'
const address = `https://wallet.example.org/window?projectId=shop&id=${id}`

afterEach(() => void vi.unstubAllGlobals())
const opened: { address: string; target: string; features: string; focused: number }[] = []
beforeEach(() => {
  opened.length = 0
  vi.stubGlobal('window', {
    screenX: 100,
    screenY: 50,
    outerWidth: 1_000,
    outerHeight: 900,
    open(to: URL, target: string, features: string) {
      const made = { address: to.href, target, features, focused: 0 }
      opened.push(made)
      return { closed: false, focus: () => void (made.focused += 1) }
    },
  })
})
const start = (wallet = 'https://wallet.example.org/') =>
  createFrameView(
    withContext(
      {} as Kit,
      {
        options: { projectId: 'shop', services: { wallet } },
      } as unknown as KitContext,
    ),
  ) // the fake has only the parts that the view reads

test('the wallet’s window opens as a popup in the middle of the page, with an opener', () => {
  const view = start()
  view.openWindow(id)
  expect(opened).toMatchObject([
    { address, target: '_blank', features: 'popup,width=400,height=720,left=400,top=140' },
  ])
  // the opened window needs its opener, through which it finds the frame
  expect(opened[0]?.features).not.toMatch(/noopener|noreferrer/)
  view.focusWindow()
  expect(opened[0]?.focused).toBe(1)
})

test('the window that the press opened is used unless the visitor has closed it', () => {
  const view = start()
  const { page, windows } = startTestSite()
  view.openWindow(id, page.openWindow())
  expect([windows[0]?.navigated, opened]).toEqual([[address], []])
  windows[0]?.close()
  view.openWindow(id, windows[0])
  view.openWindow(id, null)
  expect(opened).toHaveLength(2)
})

test('a window position outside the screen is moved to the screen’s edge', () => {
  Object.assign(window, { screenX: -500, screenY: -900, outerWidth: 300, outerHeight: 200 })
  start().openWindow(id)
  expect(opened[0]?.features).toBe('popup,width=400,height=720,left=0,top=0')
})

test('if the browser blocks the window, opening and focusing the window do not throw', () => {
  Object.assign(window, { open: () => null })
  const view = start()
  view.openWindow(id)
  expect(() => view.focusWindow()).not.toThrow()
})
