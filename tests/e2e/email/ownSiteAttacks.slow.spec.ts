/**
 * Attacks like those of `email/attacks.slow.spec.ts`, by the operator's own sites, where visitors
 * approve in the page.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { beginOwn, frameOf, noteApprovals, scrollToEnd, attacker } from '../support/approvals.ts'
import type { Logged } from '../support/approvals.ts'
import { requestNode } from '../support/frameSite.ts'

test.setTimeout(120_000)
test.use({ allowConsole: [/40\d .*v1\/|postMessage/] })

const seven = '0x6124fee993bc0000'
const transfer = (address: string) => [{ from: address, to: attacker, value: seven }]
const countOf = (wallet: ServedWallet, address: string) =>
  requestNode(wallet.node, 'eth_getTransactionCount', [address, 'latest'])

test.describe('one of the operator’s own sites', () => {
  const approve = ({ site }: Logged) => site.frame.getByRole('button', { name: 'Approve' })

  /** Rejects the pending request, and checks that no transaction was sent. */
  async function reject(logged: Logged, sent: Promise<unknown>, wallet: ServedWallet) {
    await logged.site.frame.getByRole('button', { name: 'Reject' }).click()
    await expect(sent).rejects.toThrow(/4001/)
    expect(await countOf(wallet, logged.address)).toBe('0x0')
  }

  test('gets an approval of twenty calls only after the visitor has scrolled to the last call', async ({
    page,
    wallet,
  }) => {
    const logged = await beginOwn(page, wallet, 'twenty@example.org')
    const calls = Array.from({ length: 20 }, (_, index) => ({
      to: attacker,
      value: index === 19 ? seven : '0x1',
    }))
    const sent = logged.site.call('wallet_sendCalls', [
      { version: '2.0.0', from: logged.address, chainId: '0x7a69', atomicRequired: false, calls },
    ])
    sent.catch(() => {})
    await expect(logged.site.frame.getByText('Scroll to the end to go on.')).toBeVisible({
      timeout: 30_000,
    })
    await page.waitForTimeout(800) // longer than a screen needs to settle
    await expect(approve(logged)).toHaveAttribute('aria-disabled', 'true')
    await approve(logged).click({ force: true })
    expect(await countOf(wallet, logged.address)).toBe('0x0')
    await scrollToEnd(logged.site.frame)
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    await reject(logged, sent, wallet)
  })

  test('gets no approval through a frame that is too small to read', async ({ page, wallet }) => {
    const logged = await beginOwn(page, wallet, 'small@example.org')
    const sent = logged.site.call('eth_sendTransaction', transfer(logged.address))
    sent.catch(() => {})
    await approve(logged).waitFor()
    for (const [width, height] of [
      [360, 120],
      [200, 480],
      [1, 1],
    ] as const) {
      await page.evaluate(
        ([width, height]) =>
          document
            .querySelector('iframe')
            ?.setAttribute('style', `max-width: ${width}px; max-height: ${height}px`),
        [width, height] as const,
      )
      await page.waitForTimeout(800)
      await scrollToEnd(logged.site.frame)
      await page.waitForTimeout(800)
      await expect(approve(logged), `${width} × ${height}`).toHaveAttribute('aria-disabled', 'true')
    }
    await page.evaluate(() => document.querySelector('iframe')?.removeAttribute('style'))
    await scrollToEnd(logged.site.frame)
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    await reject(logged, sent, wallet)
  })

  /**
   * Moves the frame so that its approve button is under the pointer, and presses. `isOver`: whether
   * the pointer was over the frame before.
   */
  async function pressMoved(
    page: Page,
    logged: Logged,
    wallet: ServedWallet,
    { delay, isOver }: { delay: number; isOver: boolean },
  ) {
    const box = await approve(logged).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
    await page.mouse.move(isOver ? x : 5, isOver ? y - 60 : 5)
    await page.waitForTimeout(700) // longer than a screen needs to settle
    const [left, top] = isOver ? [0, -60] : [5 - x, 5 - y]
    await page.evaluate(
      ([left, top]) =>
        document
          .querySelector<HTMLElement>('.holder')
          ?.style.setProperty('translate', `${left}px ${top}px`),
      [left, top] as const,
    )
    if (delay > 0) await page.waitForTimeout(delay)
    await page.mouse.down()
    await page.mouse.up()
    await page.waitForTimeout(300)
    expect(await countOf(wallet, logged.address)).toBe('0x0')
    await expect(approve(logged)).toBeVisible()
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('.holder')?.style.removeProperty('translate'),
    )
  }

  test('gets no approval by moving the frame under the pointer before the press', async ({
    page,
    wallet,
  }) => {
    const logged = await beginOwn(page, wallet, 'moved@example.org')
    const sent = logged.site.call('eth_sendTransaction', transfer(logged.address))
    sent.catch(() => {})
    await approve(logged).waitFor()
    await scrollToEnd(logged.site.frame)
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    for (const delay of [50, 300])
      await test.step(`${delay} ms before`, () =>
        pressMoved(page, logged, wallet, { delay, isOver: true }))
    await reject(logged, sent, wallet)
  })

  test('gets no approval by moving the frame under the pointer at the moment of the press', async ({
    page,
    wallet,
  }) => {
    const logged = await beginOwn(page, wallet, 'moved-now@example.org')
    const sent = logged.site.call('eth_sendTransaction', transfer(logged.address))
    sent.catch(() => {})
    await approve(logged).waitFor()
    await scrollToEnd(logged.site.frame)
    for (let attempt = 0; attempt < 8; attempt++) {
      // the previous press may have moved the focus to the site
      await expect(async () => {
        await logged.site.frame.locator('.screen-title').click({ timeout: 1_000 })
        await scrollToEnd(logged.site.frame)
        await expect(approve(logged)).not.toHaveAttribute('aria-disabled', { timeout: 2_000 })
      }).toPass({ timeout: 20_000 })
      await test.step(`attempt ${attempt}`, () =>
        pressMoved(page, logged, wallet, { delay: 0, isOver: attempt % 2 === 0 }))
    }
  })

  test('gets no approval by a double click, or while the visitor uses another part of the page', async ({
    page,
    wallet,
  }) => {
    const logged = await beginOwn(page, wallet, 'elsewhere@example.org')
    const sent = logged.site.call('eth_sendTransaction', transfer(logged.address))
    sent.catch(() => {})
    await approve(logged).waitFor()
    await scrollToEnd(logged.site.frame)
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    const box = await approve(logged).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expect(approve(logged)).toBeVisible()
    // in tests every page and frame has the focus, so the test dispatches the focus events itself
    await frameOf(page).evaluate(() => {
      document.hasFocus = () => false
      dispatchEvent(new Event('blur'))
    })
    await expect(approve(logged)).toHaveAttribute('aria-disabled', 'true')
    await expect(logged.site.frame.getByText('Click or tap here to go on.')).toBeVisible()
    const press = approve(logged).click({ force: true })
    await frameOf(page).evaluate(() => {
      document.hasFocus = () => true
      dispatchEvent(new Event('focus'))
    })
    await press // the press only returns the focus to the frame: it does not approve
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    await reject(logged, sent, wallet)
  })

  test('gets no approval right after the screen changes: the screen has to be visible for half a second again', async ({
    page,
    context,
    wallet,
  }) => {
    await noteApprovals(context)
    const logged = await beginOwn(page, wallet, 'changing@example.org')
    const sent = logged.site.call('eth_sendTransaction', transfer(logged.address))
    sent.catch(() => {})
    await approve(logged).waitFor()
    await scrollToEnd(logged.site.frame)
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    const at = await frameOf(page).evaluate(() => {
      document
        .querySelector('.screen-inner')
        ?.prepend(Object.assign(document.createElement('p'), { textContent: 'A line more' }))
      return performance.now()
    })
    await expect(approve(logged)).toHaveAttribute('aria-disabled', 'true')
    await scrollToEnd(logged.site.frame)
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    const ready = (await frameOf(page).evaluate(() => window.noted)).findLast(
      ({ what }) => what === 'ready',
    )
    expect((ready?.at ?? 0) - at).toBeGreaterThanOrEqual(495)
    await reject(logged, sent, wallet)
  })

  test('gets no approval after the screen grows, until the visitor has scrolled to its new end', async ({
    page,
    wallet,
  }) => {
    const logged = await beginOwn(page, wallet, 'growing@example.org')
    const sent = logged.site.call('eth_sendTransaction', transfer(logged.address))
    sent.catch(() => {})
    await approve(logged).waitFor()
    await scrollToEnd(logged.site.frame)
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    await frameOf(page).evaluate(() => {
      const more = Object.assign(document.createElement('p'), {
        textContent: 'And all else that you have',
      })
      more.style.paddingBlockStart = '2000px'
      document.querySelector('.screen-end')?.before(more)
      document.querySelector('.screen-body')?.scrollTo({ top: 0, behavior: 'instant' })
    })
    await expect(logged.site.frame.getByText('Scroll to the end to go on.')).toBeVisible()
    await page.waitForTimeout(800) // longer than a screen needs to settle
    await expect(approve(logged)).toHaveAttribute('aria-disabled', 'true')
    await scrollToEnd(logged.site.frame)
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    await reject(logged, sent, wallet)
  })

  test('gets an approval by keyboard alone only after the visitor has scrolled to the end by keyboard, and not by a key that was held before', async ({
    page,
    wallet,
  }) => {
    const logged = await beginOwn(page, wallet, 'keys@example.org')
    const calls = Array.from({ length: 20 }, () => ({ to: attacker, value: '0x1' }))
    const sent = logged.site.call('wallet_sendCalls', [
      { version: '2.0.0', from: logged.address, chainId: '0x7a69', atomicRequired: false, calls },
    ])
    sent.catch(() => {})
    await expect(logged.site.frame.getByText('Scroll to the end to go on.')).toBeVisible({
      timeout: 30_000,
    })
    const body = logged.site.frame.locator('.screen-body')
    for (
      let presses = 0;
      presses < 20 && !(await body.evaluate((element) => element === document.activeElement));
      presses++
    )
      await page.keyboard.press('Tab')
    await expect(body).toBeFocused()
    await page.keyboard.down('Enter') // the key stays pressed from here on
    for (
      let presses = 0;
      presses < 40 && (await approve(logged).getAttribute('aria-disabled')) !== null;
      presses++
    ) {
      await page.keyboard.press('PageDown')
      await page.waitForTimeout(100)
    }
    await expect(approve(logged)).not.toHaveAttribute('aria-disabled')
    for (
      let presses = 0;
      presses < 40 &&
      !(await approve(logged).evaluate((element) => element === document.activeElement));
      presses++
    )
      await page.keyboard.press('Tab')
    await expect(approve(logged)).toBeFocused()
    // a pressed key repeats
    for (let presses = 0; presses < 5; presses++) await page.keyboard.down('Enter')
    await page.waitForTimeout(200)
    expect(await countOf(wallet, logged.address)).toBe('0x0')
    await page.keyboard.up('Enter')
    await expect(approve(logged)).toBeVisible()
    await page.keyboard.press('Enter')
    expect(await sent).toMatchObject({ id: expect.any(String) })
  })
})
