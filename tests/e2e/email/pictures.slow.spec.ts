/**
 * Whatever style a page puts on the wallet's frame, the approval's pixels are visible or the
 * approval is disabled. Checked by screenshots, with every property that the browser supports, in
 * pairs. `LATCHKEY_STYLES=<count>:<seed>` checks more pairs, or those of a failed run.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { beginForeign, beginOwn, blockWindows, readToEnd, attacker } from '../support/approvals.ts'
import type { Logged } from '../support/approvals.ts'
import { coloursOf, shareOf } from '../support/colours.ts'
import {
  randomOf,
  applyStyles,
  hiding,
  pairOf,
  supportedIn,
  values,
} from '../support/randomStyles.ts'
import type { Declaration } from '../support/randomStyles.ts'

const [count, seed = Date.now() % 1_000_000] = (process.env['LATCHKEY_STYLES'] ?? '')
  .split(':')
  .filter(Boolean)
  .map(Number)

test.setTimeout(120_000 + (count ?? 0) * 1_500)
test.use({ allowConsole: [/40\d .*v1\/|postMessage/] })

/** The approval counts as visible from this share of its pixels. */
const seen = 0.5

/**
 * Covers that Intersection Observer, version 2, does not report: its specification or Chromium
 * leaves them out. Approvals are in the page only on the operator's own sites, so only the operator
 * could use them.
 */
const undetectable: readonly { property: RegExp; value?: RegExp; because: string }[] = [
  {
    property: /mask/,
    because: 'a mask is no cover and no effect to the observer, on the frame or on what holds it',
  },
  {
    property: /^clip-path$/,
    value: /^path\(/,
    because:
      'the observer knows only the bounding box of the path: a thin diagonal covers the rest',
  },
  { property: /^zoom$/, because: 'the frame has its own pixels; they are drawn smaller' },
]

const isUndetectable = ({ property, value }: Declaration) =>
  undetectable.some((entry) => entry.property.test(property) && (entry.value?.test(value) ?? true))
const textOf = (pair: readonly Declaration[]) =>
  pair.map(({ target, property, value }) => `${target} { ${property}: ${value} }`).join(' ')

const ask = ({ site, address }: Logged) => {
  const sent = site.call('eth_sendTransaction', [
    { from: address, to: attacker, value: '0x6124fee993bc0000' },
  ])
  sent.catch(() => {}) // fails when the test leaves the site's page
  return sent
}

/** The styles of this run. */
async function* stylesIn(page: Page, all: number): AsyncGenerator<[Declaration, Declaration]> {
  const random = randomOf(seed)
  const supported = await page.evaluate(supportedIn, [hiding, values] as const)
  expect(supported.length).toBeGreaterThan(200)
  console.log(`${all} of the styles of seed ${seed}, from ${supported.length} properties`)
  for (let index = 0; index < all; index++) {
    const pair = pairOf(random, supported)
    await page.evaluate(applyStyles, pair)
    yield pair
  }
  await page.evaluate(applyStyles, [])
}

test('on a foreign site no style of the page shows an Approve button in the frame', async ({
  page,
  wallet,
}) => {
  const logged = await beginForeign(page, wallet, 'pictures@example.org')
  await blockWindows(page)
  ask(logged)
  await expect(
    logged.site.frame.getByRole('button', { name: 'Continue in a new window' }),
  ).toBeVisible()
  const buttons = logged.site.frame.locator('button')
  for await (const pair of stylesIn(page, count ?? 150)) {
    await page.waitForTimeout(50)
    expect(await buttons.allTextContents(), textOf(pair)).toEqual([
      '',
      'Reject',
      'Continue in a new window',
    ])
  }
})

test('on the operator’s own site the Approve button is enabled only while the approval is visible, except under covers that browsers do not report', async ({
  page,
  context,
  wallet,
}) => {
  const logged = await beginOwn(page, wallet, 'own-pictures@example.org')
  const reader = await context.newPage()
  await page.bringToFront()
  ask(logged)
  const approve = logged.site.frame.getByRole('button', { name: 'Approve' })
  // by selector: a button in a frame that is not rendered has no role
  const button = logged.site.frame.locator('.screen-footer .button[data-variant=primary]')
  const isDead = () =>
    button.evaluate(
      (element) =>
        element.getAttribute('aria-disabled') === 'true' &&
        document.querySelector('[data-covered]') !== null,
    )
  const isReady = () =>
    button.evaluate(
      (element) =>
        element.getAttribute('aria-disabled') === null && element.getClientRects().length > 0,
    )
  await approve.waitFor()
  await readToEnd(logged.site.frame)
  await expect(approve).not.toHaveAttribute('aria-disabled')
  const box = await page.locator('iframe').boundingBox()
  if (!box) throw new Error('The frame has no place')
  const wanted = await coloursOf(page, reader, box)
  const outcomes = { dead: 0, seen: 0, away: 0 }
  const fallen: string[] = []
  for await (const pair of stylesIn(page, count ?? 60)) {
    await page.evaluate(() => document.querySelector('iframe')?.focus())
    await page.waitForTimeout(300) // longer than the browser takes to report covers
    if (await isDead()) outcomes.dead += 1
    else if (shareOf(wanted, await coloursOf(page, reader)) >= seen) outcomes.seen += 1
    else {
      await page.waitForTimeout(700) // waits until the approval has settled
      if (!(await isReady()) || shareOf(wanted, await coloursOf(page, reader)) >= seen)
        outcomes.away += 1
      else if (!pair.some(isUndetectable)) fallen.push(textOf(pair))
    }
  }
  console.log(JSON.stringify(outcomes))
  expect(fallen).toEqual([])
  expect(outcomes.dead).toBeGreaterThan(0)
  expect(outcomes.seen).toBeGreaterThan(0)
  await page.evaluate(() => document.querySelector('iframe')?.focus())
  await expect(approve).not.toHaveAttribute('aria-disabled')
})
