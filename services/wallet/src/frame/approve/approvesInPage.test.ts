import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ancestorsOf, approvesInPage } from './approvesInPage.ts'

/** A browser that reports what covers a frame, or one that does not. */
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

test('visitors approve in the page of an own site, also inside of another own site', () => {
  expect([
    approvesInPage(settings, shop, [shop]),
    approvesInPage(settings, shop, [shop, blog]),
    approvesInPage(settings, shop, []),
  ]).toEqual([true, true, true])
})

test('a page of others around an own site could cover it: then the window is asked', () => {
  for (const around of [
    [shop, foreignSite],
    [shop, blog, foreignSite],
    [shop, foreignSite, blog],
    [shop, 'null'],
  ])
    expect(approvesInPage(settings, shop, around), around.join()).toBe(false)
})

test('a site of others, and a browser that does not tell what lies over a frame, have the window', () => {
  expect([
    approvesInPage(settings, foreignSite, [foreignSite]),
    approvesInPage(settings, foreignSite, [foreignSite, shop]),
    approvesInPage(settings, `${shop}.stranger.example`, []),
  ]).toEqual([false, false, false])
  stubBrowser(false)
  expect(approvesInPage(settings, shop, [shop])).toBe(false)
})

test('a browser that names no pages around tells none', () => {
  expect([
    ancestorsOf(undefined),
    ancestorsOf({}),
    ancestorsOf({ ancestorOrigins: { length: 2, 0: shop, 1: blog } }),
  ]).toEqual([[], [], [shop, blog]])
})
