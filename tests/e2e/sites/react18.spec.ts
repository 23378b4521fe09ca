/**
 * The kit on the oldest supported React, 18.3. This version has no `Activity`, so the modal is
 * rendered only at the press.
 */
import { modalOf, walletRowOf } from '../support/site.ts'
import { expect, test } from '../fixtures/test.ts'

test('on React 18 a visitor opens the modal twice, connects and sees the account', async ({
  page,
  sites,
}) => {
  await page.goto(`${sites.get('react-18')}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A site with React 18.3.1')
  const modal = modalOf(page)
  const connect = page.getByRole('button', { name: 'Connect wallet', exact: true })
  await connect.click()
  await expect(modal).toHaveAccessibleName('Connect wallet')
  await expect(walletRowOf(modal)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(connect).toBeFocused()

  await connect.click()
  await walletRowOf(modal).click()
  await expect(modal).toBeHidden()
  await expect(page.getByRole('status', { name: 'Kit status' })).toHaveText('connected')

  await page.getByRole('button', { name: /^Account/ }).click()
  await expect(modal).toHaveAccessibleName('Account')
  await expect(modal).toContainText('0xf3…b92266')
  await expect(modal.getByRole('list', { name: 'Tokens' })).toContainText(/\d ETH/)
  await modal.getByRole('tab', { name: 'Activity' }).click()
  await expect(modal.getByRole('tabpanel', { name: 'Activity' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
})
