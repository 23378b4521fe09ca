/** What the page tells of transactions that end while the modal is closed. */
import { axe, expect, test } from './fixtures/test.ts'
import { askChain, holdingBlocks, openActivity, sendTip, waitingHash } from './support/activity.ts'
import { modalOf, visitConnected } from './support/site.ts'
import { tabTo } from './support/tabTo.ts'
import { overflowing, smallTargets } from './support/targets.ts'

// only one test at a time uses the chain of a worker
test.describe.configure({ mode: 'default' })

test('a transaction that ends after the modal was closed is told on the page, also after a reload', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const notice = page.locator('[data-latchkey]').getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
  await test.step('a good end, which a press shows in the modal', async () => {
    await holdingBlocks(devnet, async () => {
      await sendTip(page, '0.0123')
      await page.reload()
      await expect(page.getByRole('banner').getByRole('button', { name: /0x/ })).toBeVisible()
      expect(await notice.count()).toBe(0)
      await askChain(devnet, 'evm_mine')
      await expect(notice).toContainText('Your transaction is confirmed')
      await expect(notice).toContainText('-0.012 ETH')
      await expect(page.locator('[data-latchkey]').getByRole('status').filter({ hasText: 'Your transaction is confirmed: Sent' })).toHaveCount(1)
    })
    await notice.hover()
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    await notice.getByRole('button', { name: /^Sent/ }).click()
    await expect(modalOf(page)).toHaveAccessibleName('Sent')
    await expect(modalOf(page).getByText('Confirmed', { exact: true })).toBeVisible()
    await expect(notice).toHaveCount(0)
    await page.keyboard.press('Escape')
  })
  await test.step('a bad one stays until it is dismissed, by the keyboard say', async () => {
    await holdingBlocks(devnet, async () => {
      await sendTip(page, '0.0234')
      const { to } = (await askChain(devnet, 'eth_getTransactionByHash', await waitingHash(devnet))) as { to: string } // as the standard defines it
      await askChain(devnet, 'anvil_setCode', to, '0x60006000fd')
      await askChain(devnet, 'evm_mine')
      await expect(notice).toContainText('Your transaction did not go through')
      await askChain(devnet, 'anvil_setCode', to, '0x')
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => overflowing(page.locator('[data-latchkey] .notices'))).toEqual([])
    await expect.poll(() => smallTargets(page.locator('[data-latchkey] .notices'))).toEqual([])
    await tabTo(page, notice.getByRole('button', { name: 'Dismiss' }))
    await page.keyboard.press('Enter')
    await expect(notice).toHaveCount(0)
  })
  await test.step('what the modal tells is not told twice', async () => {
    await holdingBlocks(devnet, async () => {
      await sendTip(page, '0.0345')
      const modal = await openActivity(page)
      await askChain(devnet, 'evm_mine')
      await expect(modal.getByText('Your transaction is confirmed')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(modal).toBeHidden()
      expect(await notice.count()).toBe(0)
    })
  })
})

test('a site says where, or that it tells it by itself', async ({ page, devnet }) => {
  const list = page.locator('[data-latchkey] .notices-list')
  for (const [notices, isTold] of [[{ place: 'top-start' }, true], [false, false]] as const) {
    await visitConnected(page, `${devnet.demo}/?wallet=approve&kit=${JSON.stringify({ notices })}`)
    await holdingBlocks(devnet, () => sendTip(page, '0.001'))
    if (isTold) await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('@latchkey/pending-transactions') ?? '[]')[0]?.status === 'mined')
    if (!isTold) expect(await list.count()).toBe(0)
    else expect(await list.getByRole('listitem').boundingBox()).toMatchObject({ x: 16, y: 16 })
  }
})
