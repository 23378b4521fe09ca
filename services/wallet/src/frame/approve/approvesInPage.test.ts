import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ancestorsOf, approvesInPage } from './approvesInPage.ts'

/** Stubs a browser that reports what covers a frame, or a browser that does not. */
const stubBrowser = (isReported: boolean) =>
  vi.stubGlobal('IntersectionObserverEntry', { prototype: isReported ? { isVisible: false } : {} })
beforeEach(() => void stubBrowser(true))
afterEach(() => void vi.unstubAllGlobals())

const [shop, blog, foreignSite] = [
  'https://shop.example',
  'https://blog.example',
  'https://stranger.example',
]
const settings = { own: [shop, blog] }

test('visitors approve in the page on the operator’s own site, also inside another own site', () => {
  expect([
    approvesInPage(settings, shop, [shop]),
    approvesInPage(settings, shop, [shop, blog]),
    approvesInPage(settings, shop, []),
  ]).toEqual([true, true, true])
})

test('when a foreign page surrounds an own site, visitors approve in the window, as that page could cover the frame', () => {
  for (const around of [
    [shop, foreignSite],
    [shop, blog, foreignSite],
    [shop, foreignSite, blog],
    [shop, 'null'],
  ])
    expect(approvesInPage(settings, shop, around), around.join()).toBe(false)
})

test('visitors approve in the window on a foreign site, and in a browser that cannot detect covers', () => {
  expect([
    approvesInPage(settings, foreignSite, [foreignSite]),
    approvesInPage(settings, foreignSite, [foreignSite, shop]),
    approvesInPage(settings, `${shop}.stranger.example`, []),
  ]).toEqual([false, false, false])
  stubBrowser(false)
  expect(approvesInPage(settings, shop, [shop])).toBe(false)
})

test('`ancestorsOf` returns an empty list in a browser without `ancestorOrigins`', () => {
  expect([
    ancestorsOf(undefined),
    ancestorsOf({}),
    ancestorsOf({ ancestorOrigins: { length: 2, 0: shop, 1: blog } }),
  ]).toEqual([[], [], [shop, blog]])
})
