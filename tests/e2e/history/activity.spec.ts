/**
 * An account's activity: the visitor's own transactions until they end, the history by months, and
 * one transaction in detail.
 */
import type { Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'
import {
  requestChain,
  holdingBlocks,
  openActivity,
  rowsUnder,
  sendTip,
  serveHistory,
  waitingHash,
} from '../support/activity.ts'
import { changeAddresses } from '../support/changeAddresses.ts'
import { modalOf, visitConnected } from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

// the browser itself writes failed requests to the console
test.use({ allowConsole: [/Failed to load resource|ERR_CONNECTION_REFUSED|ERR_FAILED/] })
// only one test at a time uses the chain of a worker
test.describe.configure({ mode: 'default' })

const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const otherAddress = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const thisMonth = new Intl.DateTimeFormat('en', { month: 'long' }).format()

test('a sent transaction is shown as pending until it is mined or fails, also after a reload', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await test.step('the transaction is listed on top as pending, also after a reload, until it is mined; then it is listed in its month', async () => {
    await holdingBlocks(devnet, async () => {
      await sendTip(page, '0.0123')
      const modal = await openActivity(page)
      await expect(rowsUnder(modal, 'Pending')).toHaveText(
        /^Sent.*Pending.*-0\.012 ETH.*0xf3…b92266.*0x/,
      )
      await page.reload()
      await openActivity(page)
      await expect(rowsUnder(modal, 'Pending')).toHaveCount(1)
      await rowsUnder(modal, 'Pending').click()
      await expect(modal).toHaveAccessibleName('Sent')
      await expect(modal.getByText('Waiting for the network to confirm it.')).toBeVisible()
      await requestChain(devnet, 'evm_mine')
      await expect(modal.getByText('Confirmed', { exact: true })).toBeVisible()
      await expect(modal.getByText(/^Network fee/)).toBeVisible()
      await modal.getByRole('button', { name: 'Back' }).click()
      await expect(modal.getByRole('region', { name: 'Pending' })).toBeHidden()
      await expect(rowsUnder(modal, thisMonth).filter({ hasText: '-0.012 ETH' })).toHaveCount(1)
    })
  })
  await test.step('a transaction that the chain rejects is shown as failed, and a toast says so', async () => {
    await page.keyboard.press('Escape')
    await holdingBlocks(devnet, async () => {
      await sendTip(page, '0.0234')
      const modal = await openActivity(page)
      await expect(rowsUnder(modal, 'Pending')).toHaveCount(1)
      const { to } = (await requestChain(
        devnet,
        'eth_getTransactionByHash',
        await waitingHash(devnet),
      )) as { to: string } // Ethereum's JSON-RPC defines this form
      await requestChain(devnet, 'anvil_setCode', to, '0x60006000fd')
      await requestChain(devnet, 'evm_mine')
      await expect(modal.getByText('Your transaction did not go through')).toBeVisible()
      await expect(rowsUnder(modal, thisMonth).filter({ hasText: 'Failed' })).toHaveCount(1)
      await requestChain(devnet, 'anvil_setCode', to, '0x')
    })
  })
  await test.step('a transaction that the wallet replaced is shown as replaced, and one that it cancelled as cancelled', async () => {
    for (const [amount, to, word] of [
      ['0.0345', otherAddress, 'Replaced'],
      ['0.0456', sender, 'Cancelled'],
    ] as const)
      await holdingBlocks(devnet, async () => {
        await page.reload()
        await sendTip(page, amount)
        const modal = await openActivity(page)
        await expect(rowsUnder(modal, 'Pending')).toHaveCount(1)
        await page.waitForFunction(
          () =>
            JSON.parse(localStorage.getItem('@latchkey/pending-transactions') ?? '[]')[0]?.nonce !==
            undefined,
        ) // waits until the page knows the transaction's nonce
        const hash = await waitingHash(devnet)
        const { nonce } = (await requestChain(devnet, 'eth_getTransactionByHash', hash)) as {
          nonce: string
        } // Ethereum's JSON-RPC defines this form
        await requestChain(devnet, 'eth_sendTransaction', {
          from: sender,
          to,
          nonce,
          maxFeePerGas: '0x174876e800',
          maxPriorityFeePerGas: '0x174876e800',
        })
        await requestChain(devnet, 'evm_mine')
        await expect(rowsUnder(modal, thisMonth).filter({ hasText: `Sent${word}` })).toHaveCount(1)
      })
  })
  await test.step('on a phone: no accessibility fault, no overflow, and targets are large enough', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const modal = modalOf(page)
    await expect(modalOf(page).getByRole('listitem').first()).toBeVisible()
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    await expect.poll(() => overflowing(modal)).toEqual([])
    await expect.poll(() => smallTargets(modal)).toEqual([])
  })
})

test('a transaction that the network dropped is shown as dropped, also after a reload', async ({
  page,
  devnet,
}) => {
  await page.clock.install()
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await holdingBlocks(devnet, async () => {
    await sendTip(page, '0.0678')
    await requestChain(devnet, 'anvil_dropTransaction', await waitingHash(devnet))
    await page.reload()
    const modal = await openActivity(page)
    await expect(rowsUnder(modal, 'Pending')).toHaveCount(1)
    const dropped = modal.getByRole('listitem').getByRole('button', { name: /^Sent Dropped/ })
    await expect(async () => {
      // The page waits five minutes, because nodes that do not have the transaction now may get it
      // later.
      await page.clock.fastForward(20_000)
      await expect(dropped).toHaveCount(1, { timeout: 200 })
    }).toPass({ timeout: 60_000, intervals: [50] })
    await expect(dropped).toContainText('-0.067 ETH')
    await page.reload()
    await openActivity(page)
    await expect(rowsUnder(modal, 'Pending')).toHaveCount(0)
    await dropped.click()
    await expect(
      modal.getByText('The network forgot this transaction. It is in no block.'),
    ).toBeVisible()
  })
})

/** The text of the focused element inside the modal. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element?.textContent?.trim() ?? ''
  })
}

test('the activity loads its history page by page, and shows and retries an outage', async ({
  page,
  devnet,
}) => {
  let down = (_start: number) => true
  await serveHistory(page, devnet, {
    count: 60,
    size: 50,
    newest: Date.UTC(2025, 5, 20, 12),
    isDown: (start) => down(start),
  })
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openActivity(page)
  await test.step('an outage is not an empty list: it is shown, and a retry loads the history', async () => {
    await expect(modal).toContainText('Activity is unavailable')
    await expect(modal).not.toContainText('No activity yet')
    down = (start) => start > 0
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(rowsUnder(modal, 'June 2025')).not.toHaveCount(0)
  })
  await test.step('a later page that fails is reported at the end of the loaded entries', async () => {
    await expect(rowsUnder(modal, 'June 2025').first()).toBeVisible()
    await modal
      .locator('.screen-body')
      .evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(modal.getByText('More could not be loaded.')).toBeVisible()
    await expect(rowsUnder(modal, 'June 2025').filter({ hasText: '49.500 ETH' })).toBeVisible()
    down = () => false
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal.getByText('More could not be loaded.')).toBeHidden()
    await modal
      .locator('.screen-body')
      .evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(rowsUnder(modal, 'June 2025').filter({ hasText: '59.500 ETH' })).toBeVisible()
  })
  await test.step('by keyboard alone: Tab enters the list, arrow keys move in it, Enter opens a detail, and Back returns to the row', async () => {
    await modal.locator('.screen-body').evaluate((element) => element.scrollTo({ top: 0 }))
    await expect(rowsUnder(modal, 'June 2025').first()).toBeVisible()
    await modal.getByRole('tab', { name: 'Activity' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toContain('0.500 ETH')
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(page)).toContain('30.500 ETH')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(modal).toHaveAccessibleName('Sent')
    await modal.getByRole('button', { name: 'Back' }).press('Enter')
    await expect(modal).toHaveAccessibleName('Account')
    await expect.poll(() => focused(page)).toContain('29.500 ETH')
    await page.keyboard.press('End')
    await expect.poll(() => focused(page)).toMatch(/(49|59)\.500 ETH/)
    await page.keyboard.press('Home')
    await expect.poll(() => focused(page)).toMatch(/^Received.*\+0\.500 ETH/)
  })
})

test('of thirty thousand entries few are rendered at any scroll position, and the visitor can reach the last one', async ({
  page,
  devnet,
}) => {
  await serveHistory(page, devnet, {
    count: 30_000,
    size: 1_000,
    newest: Date.UTC(2025, 5, 20, 12),
  })
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openActivity(page)
  await expect(rowsUnder(modal, 'June 2025').first()).toBeVisible()
  const body = modal.locator('.screen-body')
  const max = { rows: 0 }
  await expect(async () => {
    await body.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    max.rows = Math.max(max.rows, await modal.locator('.activity-row').count())
    await expect(modal.getByRole('listitem').getByText('29,999.500 ETH')).toBeVisible({
      timeout: 100,
    })
  }).toPass({ timeout: 60_000, intervals: [20] })
  for (const part of [0.1, 0.35, 0.5, 0.9]) {
    await body.evaluate((element, at) => element.scrollTo({ top: element.scrollHeight * at }), part)
    await expect
      .poll(() =>
        body.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          const rows = [...element.querySelectorAll('.activity-row')]
            .map((row) => row.getBoundingClientRect())
            .filter((row) => row.bottom > top && row.top < bottom)
          return rows.length
        }),
      )
      .toBeGreaterThan(4)
    max.rows = Math.max(max.rows, await modal.locator('.activity-row').count())
  }
  expect(max.rows).toBeLessThan(40)
})

test('without an API the activity shows the transactions sent from this page, and says so', async ({
  page,
  devnet,
}) => {
  await changeAddresses(page, ({ api: _api, ...rest }) => rest)
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.0567')
  await page.getByRole('button', { name: 'Send 0.0567 ETH' }).click()
  const modal = await openActivity(page)
  await expect(modal.getByText(/^Only what you send from here is shown/)).toBeVisible()
  await expect(rowsUnder(modal, thisMonth).filter({ hasText: '-0.056 ETH' })).toHaveCount(1)
})
