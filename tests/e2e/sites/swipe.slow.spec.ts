/** Real touch gestures on a phone, with the modal over a page that is longer than the screen. */
import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { modalOf } from '../support/site.ts'

test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })

/** The scroll positions of the page and of the modal's list, and the visitor's magnification. */
const places = (page: Page) =>
  page.evaluate(() => {
    const root = [...document.querySelectorAll('body > [data-latchkey]')]
      .map(({ shadowRoot }) => shadowRoot)
      .find((one) => one?.querySelector('dialog[open]'))
    return {
      page: Math.round(scrollY),
      list: Math.max(
        0,
        ...[...(root?.querySelectorAll('dialog *') ?? [])].map(({ scrollTop }) =>
          Math.round(scrollTop),
        ),
      ),
      scale: visualViewport?.scale ?? 0,
    }
  })

/**
 * Moves fingers over the screen as a person does, between positions in CSS pixels, and lifts them.
 */
async function move(
  client: CDPSession,
  fingers: readonly { from: readonly [number, number]; to: readonly [number, number] }[],
): Promise<void> {
  const steps = 12
  const at = (step: number) =>
    fingers.map(({ from, to }, id) => ({
      id,
      x: from[0] + ((to[0] - from[0]) * step) / steps,
      y: from[1] + ((to[1] - from[1]) * step) / steps,
    }))
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= steps; step++)
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const swipe = (client: CDPSession, [x, y]: readonly [number, number], distance: number) =>
  move(client, [{ from: [x, y], to: [x, y + distance] }])

for (const name of ['plain', 'radix', 'vaul', 'headlessui', 'mui-dialog', 'react-aria', 'lenis'])
  test(`a swipe over the modal scrolls its list, and never the page; two fingers zoom the page: dialog of ${name}`, async ({
    page,
    sites,
  }) => {
    await page.goto(`${sites.get('dialogs')}/?with=${name}`)
    const client = await page.context().newCDPSession(page)
    await page.evaluate(() =>
      document.body.append(
        Object.assign(document.createElement('p'), {
          textContent: 'The end',
          style: 'margin-block-start: 3000px',
        }),
      ),
    )
    if (!['plain', 'lenis'].includes(name))
      await page.getByRole('button', { name: 'Open', exact: true }).tap()
    await page.getByRole('button', { name: 'Connect wallet', exact: true }).tap()
    const modal = modalOf(page)
    await modal.getByRole('button', { name: /^All wallets/ }).tap()
    await expect(modal.getByRole('button', { name: 'Trust Wallet', exact: true })).toBeVisible()
    // a finger on the screen that fades out would move nothing
    await expect(page.locator('.screen[data-left]')).toHaveCount(0)
    const before = (await places(page)).page
    await test.step('over the list, up to its end and beyond', async () => {
      await swipe(client, [190, 500], -150)
      await expect.poll(async () => (await places(page)).list).toBeGreaterThan(80)
      for (let count = 0; count < 4; count++) await swipe(client, [190, 550], -400)
      expect((await places(page)).page).toBe(before)
    })
    await test.step('over the title, and beside the card', async () => {
      const title = await modal.getByRole('heading', { name: 'All wallets' }).boundingBox()
      await swipe(client, [190, (title?.y ?? 0) + 5], -60)
      await swipe(client, [190, 80], -60)
      await swipe(client, [190, 20], 60)
      expect((await places(page)).page).toBe(before)
      await expect(modal).toBeVisible()
    })
    await test.step('two fingers', async () => {
      await move(client, [
        { from: [180, 500], to: [60, 500] },
        { from: [220, 500], to: [340, 500] },
      ])
      await expect.poll(async () => (await places(page)).scale).toBeGreaterThan(1.4)
    })
  })

test('without the modal a swipe scrolls the page', async ({ page, sites }) => {
  await page.goto(`${sites.get('dialogs')}/?with=plain`)
  const client = await page.context().newCDPSession(page)
  await expect(page.getByRole('button', { name: 'Connect wallet', exact: true })).toBeVisible()
  await page.evaluate(() =>
    document.body.append(
      Object.assign(document.createElement('p'), {
        textContent: 'The end',
        style: 'margin-block-start: 3000px',
      }),
    ),
  )
  await swipe(client, [190, 500], -200)
  expect((await places(page)).page).toBeGreaterThan(100)
})
