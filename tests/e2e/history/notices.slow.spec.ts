/** The page's notices of transactions that end while the modal is closed. */
import type { Page } from '@playwright/test'
import type { Kit } from 'latchkey'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import {
  requestChain,
  holdingBlocks,
  openActivity,
  sendTip,
  waitingHash,
} from '../support/activity.ts'
import { openSend, review, sendButtonOf } from '../support/send.ts'
import { accountButtonOf, modalOf, visitConnected } from '../support/site.ts'
import { tabTo } from '../support/tabTo.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

declare global {
  interface Window {
    kit: Kit
  }
}

const noticesOf = (page: Page) => page.locator('[data-latchkey] .notice-card')
/**
 * Sends a small amount through the kit of a page, whose wallet approves. The transaction waits for
 * a block.
 */
const send = (page: Page, value = 1) =>
  page.evaluate(([to, wei]) => window.kit.sendTransaction({ to, value: BigInt(wei) }), [
    addressOf('whale'),
    value,
  ] as const)
const statusIn = (page: Page) => page.evaluate(() => window.kit.getState().pending?.[0]?.status)
/** Makes the page believe that its tab is in the background, or in front. */
const setBehind = (page: Page, isBehind: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperties(document, {
      hidden: { configurable: true, value: hidden },
      visibilityState: { configurable: true, value: hidden ? 'hidden' : 'visible' },
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isBehind)

/** Opens a page with its kit at `window.kit`, connected to a wallet that approves. */
async function visitKit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await connectKit(page)
}

async function connectKit(page: Page): Promise<void> {
  await page.waitForFunction(() => window.kit?.getState().ready)
  await page.evaluate(async () => {
    window.latchkeyWallet.setBehaviour('approve')
    await window.kit.connect({ connectorId: 'app.latchkey.development' })
  })
}

// only one test at a time uses the chain of a worker
test.describe.configure({ mode: 'default' })

test('a transaction that ends after the modal was closed is shown on the page, also after a reload', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const notice = page
    .locator('[data-latchkey]')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
  await test.step('a success is shown; a press opens it in the modal', async () => {
    await holdingBlocks(devnet, async () => {
      await sendTip(page, '0.0123')
      await page.reload()
      await expect(page.getByRole('banner').getByRole('button', { name: /0x/ })).toBeVisible()
      expect(await notice.count()).toBe(0)
      await requestChain(devnet, 'evm_mine')
      await expect(notice).toContainText('Your transaction is confirmed')
      await expect(notice).toContainText('-0.012 ETH')
      await expect(
        page
          .locator('[data-latchkey]')
          .getByRole('status')
          .filter({ hasText: 'Your transaction is confirmed: Sent' }),
      ).toHaveCount(1)
    })
    await notice.hover()
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    await notice.getByRole('button', { name: /^Sent/ }).click()
    await expect(modalOf(page)).toHaveAccessibleName('Sent')
    await expect(modalOf(page).getByText('Confirmed', { exact: true })).toBeVisible()
    await expect(notice).toHaveCount(0)
    await page.keyboard.press('Escape')
  })
  await test.step('a failure stays until it is dismissed, for example by keyboard', async () => {
    await holdingBlocks(devnet, async () => {
      await sendTip(page, '0.0234')
      const { to } = (await requestChain(
        devnet,
        'eth_getTransactionByHash',
        await waitingHash(devnet),
      )) as { to: string } // Ethereum's JSON-RPC defines this form
      await requestChain(devnet, 'anvil_setCode', to, '0x60006000fd')
      await requestChain(devnet, 'evm_mine')
      await expect(notice).toContainText('Your transaction did not go through')
      await requestChain(devnet, 'anvil_setCode', to, '0x')
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => overflowing(page.locator('[data-latchkey] .notices'))).toEqual([])
    await expect.poll(() => smallTargets(page.locator('[data-latchkey] .notices'))).toEqual([])
    await tabTo(page, notice.getByRole('button', { name: 'Dismiss' }))
    await page.keyboard.press('Enter')
    await expect(notice).toHaveCount(0)
  })
  await test.step('an end that the modal has shown causes no notice', async () => {
    await holdingBlocks(devnet, async () => {
      await sendTip(page, '0.0345')
      const modal = await openActivity(page)
      await requestChain(devnet, 'evm_mine')
      await expect(modal.getByText('Your transaction is confirmed')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(modal).toBeHidden()
      expect(await notice.count()).toBe(0)
    })
  })
})

test('only the visible tab of a site shows a notice', async ({ page, context, pages, devnet }) => {
  const other = await context.newPage()
  const tabs = [page, other]
  for (const tab of tabs) await visitKit(tab, `${pages}/hooks.html`)
  const noticeCounts = async () => Promise.all(tabs.map((tab) => noticesOf(tab).count()))
  const ended = async (status = 'mined') => {
    for (const tab of tabs) await expect.poll(() => statusIn(tab), { timeout: 30_000 }).toBe(status)
  }
  await test.step('both tabs visible: one of them shows the notice', async () => {
    await holdingBlocks(devnet, async () => {
      await send(page)
      await ended('pending')
    })
    await ended()
    await expect.poll(async () => (await noticeCounts()).toSorted()).toEqual([0, 1])
    for (const tab of tabs)
      if (await noticesOf(tab).count())
        await noticesOf(tab).getByRole('button', { name: 'Dismiss' }).click()
  })
  await test.step('the sender’s tab hidden: the other tab shows the notice, and it is not shown again', async () => {
    await setBehind(page, true)
    await holdingBlocks(devnet, async () => {
      await send(page, 2)
      await ended('pending')
    })
    await expect(noticesOf(other)).toHaveCount(1, { timeout: 30_000 })
    await noticesOf(other).getByRole('button', { name: 'Dismiss' }).click()
    await setBehind(page, false)
    await ended()
    expect(await noticeCounts()).toEqual([0, 0])
  })
  await test.step('both tabs hidden: the notice is shown when one becomes visible', async () => {
    for (const tab of tabs) await setBehind(tab, true)
    await holdingBlocks(devnet, async () => {
      await send(page, 3)
      await ended('pending')
    })
    await setBehind(page, false)
    await expect(noticesOf(page)).toHaveCount(1, { timeout: 30_000 })
    await setBehind(other, false)
    await ended()
    expect(await noticeCounts()).toEqual([1, 0])
  })
})

test('when one tab shows a transfer on its screen, another tab shows no notice when it becomes visible', async ({
  page,
  context,
  devnet,
}) => {
  const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
  const other = await context.newPage()
  await other.goto(devnet.demo)
  await expect(accountButtonOf(other)).toBeVisible()
  await setBehind(other, true)
  await holdingBlocks(devnet, async () => {
    await review(modal, { amount: '0.0111', to: addressOf('whale') })
    await sendButtonOf(modal).click()
    await expect(other.locator('[data-latchkey] .notices')).toBeAttached({ timeout: 30_000 })
  })
  await expect(modal.getByText('0.0111 ETH sent')).toBeVisible({ timeout: 30_000 })
  const stored = () =>
    other.evaluate(
      () => JSON.parse(localStorage.getItem('@latchkey/pending-transactions') ?? '[]')[0],
    )
  await expect.poll(stored).toMatchObject({ status: 'mined', isTold: true })
  await setBehind(other, false)
  await other.bringToFront()
  await expect(accountButtonOf(other)).toBeVisible()
  expect(await noticesOf(other).count()).toBe(0)
})

test('a browser without Web Locks also shows the notice', async ({ page, pages, devnet }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  await visitKit(page, `${pages}/hooks.html`)
  await holdingBlocks(devnet, () => send(page).then(() => {}))
  await expect(noticesOf(page)).toHaveCount(1, { timeout: 30_000 })
})

test('a notice of a success disappears after it was visible for eight seconds; a notice of a failure stays', async ({
  page,
  pages,
  devnet,
}) => {
  await page.clock.install()
  await visitKit(page, `${pages}/hooks.html`)
  const notice = noticesOf(page)
  /** Sends a transaction, and ends it while the page's clock is stopped. */
  async function end(prepare: () => Promise<unknown>): Promise<void> {
    await holdingBlocks(devnet, async () => {
      await send(page, 4)
      await expect(page.locator('[data-latchkey] .notices')).toBeAttached()
      await prepare()
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
      await requestChain(devnet, 'evm_mine')
      await expect
        .poll(async () => {
          await page.clock.runFor(500)
          return notice.count()
        })
        .toBe(1)
    })
    await expect(notice).toBeVisible()
  }
  await test.step('seven seconds, and two more', async () => {
    await end(async () => {})
    await page.clock.runFor(7_000)
    expect(await notice.count()).toBe(1)
    await page.clock.runFor(2_000)
    await expect(notice).toHaveCount(0)
    await page.clock.resume()
  })
  await test.step('the time does not count while the tab is hidden, the modal is open, or the pointer is over the notice', async () => {
    await end(async () => {})
    await setBehind(page, true)
    await page.clock.runFor(60_000)
    expect(await notice.count()).toBe(1)
    await setBehind(page, false)
    await page.evaluate(() => void window.kit.open({ view: 'Networks' }))
    await expect(modalOf(page)).toBeVisible()
    await page.clock.runFor(60_000)
    expect(await notice.count()).toBe(1)
    await page.evaluate(() => window.kit.close())
    await expect(modalOf(page)).toBeHidden()
    await notice.hover()
    await page.clock.runFor(60_000)
    expect(await notice.count()).toBe(1)
    await page.mouse.move(0, 0)
    await page.clock.runFor(9_000)
    await expect(notice).toHaveCount(0)
    await page.clock.resume()
  })
  await test.step('a failure', async () => {
    await end(async () => {
      await requestChain(devnet, 'anvil_setCode', addressOf('whale'), '0x60006000fd')
    }).finally(() => requestChain(devnet, 'anvil_setCode', addressOf('whale'), '0x'))
    await expect(notice).toContainText('Your transaction did not go through')
    await page.clock.runFor(600_000)
    await expect(notice).toHaveCount(1)
  })
})

test('when hundreds of transactions with hostile names end at once, three notices are shown; they disappear when the account disconnects or the kit is removed', async ({
  page,
  pages,
}) => {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.setViewportSize({ width: 360, height: 640 })
  await visitKit(page, `${pages}/leaving.html`)
  const notices = page.locator('[data-latchkey] .notices')
  const cards = noticesOf(page)
  /** Gives the kit four hundred transactions that are pending or have ended. */
  const become = (kind: 'pending' | 'ended') =>
    page.evaluate((isEnded) => {
      const names = [
        '<img src=x onerror="document.title=1"><script>document.title=1</script>',
        '\u202eCDSU\u202c\u2066\u200f\u05d0',
        'W'.repeat(300),
        '\u0627'.repeat(300),
        '\ud83d\udc7e'.repeat(150),
        '',
      ]
      const symbolOf = (index: number) => names[index % names.length] ?? ''
      window.kit.store.setState({
        pending: Array.from({ length: 400 }, (_, index) => ({
          hash: `0x${index.toString(16).padStart(64, '0')}`,
          networkId: window.kit.getState().networkId,
          address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          sentAt: Date.now() - index,
          status: !isEnded ? 'pending' : index === 399 ? 'failed' : 'mined',
          description: {
            operationType: 'trade',
            sentTo: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
            transfers: [
              { direction: 'out', symbol: symbolOf(index), quantity: '9'.repeat(78) },
              { direction: 'in', symbol: symbolOf(index + 1), quantity: `0.${'1'.repeat(255)}` },
            ],
          },
        })),
      })
    }, kind === 'ended')
  await test.step('three notices show, the failure among them, and fit on a small phone', async () => {
    await become('pending')
    await expect(notices).toBeAttached()
    await become('ended')
    await expect(cards).toHaveCount(3)
    await expect(cards.filter({ hasText: 'did not go through' })).toHaveCount(1)
    await cards.first().hover()
    await expect.poll(() => overflowing(notices)).toEqual([])
    await expect.poll(() => smallTargets(notices)).toEqual([])
    expect(await notices.locator('img[src=x], script').count()).toBe(0)
    expect(await page.title()).not.toBe('1')
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  })
  await test.step('a press opens the transaction, also if another account is then in use; disconnecting the last account removes all notices', async () => {
    await page.evaluate((to) => window.latchkeyWallet.selectAccount(to), addressOf('collector'))
    await expect
      .poll(() => page.evaluate(() => Object.values(window.kit.getState().sessions)[0]))
      .toMatchObject({ current: { accounts: [{ address: addressOf('collector') }] } })
    await expect(cards).toHaveCount(3)
    await cards.filter({ hasText: 'did not go through' }).getByRole('button').first().click()
    await expect(modalOf(page).getByText('Failed', { exact: true })).toBeVisible()
    await expect(cards).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(modalOf(page)).toBeHidden()
    await page.evaluate(() => window.kit.disconnect())
    await expect(cards).toHaveCount(0)
  })
  await test.step('removing a kit removes its notices, and they do not return with it', async () => {
    await page.reload()
    await connectKit(page)
    await become('pending')
    await expect(notices).toBeAttached()
    await become('ended')
    await expect(cards).toHaveCount(3)
    await page.getByRole('button', { name: 'Leave the shop' }).click()
    await expect(notices).toHaveCount(0)
    await become('pending')
    await become('ended')
    await page.getByRole('button', { name: 'Enter the shop' }).click()
    await become('pending')
    await expect(notices).toBeAttached()
    expect(await cards.count()).toBe(0)
  })
  expect(faults).toEqual([])
})
