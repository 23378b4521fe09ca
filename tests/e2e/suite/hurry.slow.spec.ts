/** Animations in tests' pages run fast, and endless animations are paused. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

/**
 * Milliseconds that an animation of four seconds takes in a page, and the state of an endless
 * animation after that.
 */
const move = (page: Page) =>
  page.evaluate(async () => {
    const began = performance.now()
    const endless = document.body.animate([{ opacity: 0.9 }, { opacity: 1 }], {
      duration: 1_000,
      iterations: Infinity,
    })
    await document.body.animate([{ scale: 0.99 }, { scale: 1 }], 4_000).finished
    return { took: performance.now() - began, endless: endless.playState }
  })

test('animations are fast in a page, after a reload, and in a page of another context', async ({
  page,
  browser,
}) => {
  const guest = await (await browser.newContext()).newPage()
  for (const [name, one] of [
    ['page', page],
    ['guest', guest],
  ] as const)
    for (const visit of ['first', 'second'])
      await test.step(`${name}, ${visit}`, async () => {
        await one.goto('data:text/html,<p>moved')
        const { took, endless } = await move(one)
        expect(took).toBeLessThan(3_000)
        expect(endless).toBe('paused')
      })
})

test.describe('with `isAtRealSpeed`', () => {
  test.use({ isAtRealSpeed: true })

  test('animations run at normal speed', async ({ page }) => {
    await page.goto('data:text/html,<p>moved')
    const { took, endless } = await move(page)
    expect(took).toBeGreaterThan(3_500)
    expect(endless).toBe('running')
  })
})
