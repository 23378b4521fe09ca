/** Inside Telegram, which shows pages in its own view: apps are opened by https. */
import { axe, expect, test } from '../fixtures/test.ts'
import { sheetOf } from '../support/phone.ts'
import { phoneTab } from '../support/phoneTab.ts'
import { accountButtonOf, openConnect, walletRowOf } from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'
import { insideTelegram, openLink, telegram } from '../support/telegram.ts'

test.use(telegram)
test.beforeEach(({ page }) => insideTelegram(page))

test('in Telegram a wallet opens by its https address in a new tab, also for a signature', async ({
  page,
  context,
  devnet,
}) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^MetaMask/).tap()
  await expect(openLink(modal)).toHaveAttribute(
    'href',
    /^https:\/\/metamask\.app\.link\/wc\?uri=wc%3A/,
  ) // although the app has its own scheme
  await expect(openLink(modal)).toHaveAttribute('target', '_blank')
  expect(await axe(page)).toEqual([])
  await expect.poll(() => smallTargets(modal)).toEqual([])
  await expect.poll(() => overflowing(modal)).toEqual([])

  await modal.getByRole('button', { name: 'Back', exact: true }).tap()
  await walletRowOf(modal, /^Pocket/).tap()
  let phone = await phoneTab(context, () => openLink(modal).tap())
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()

  phone = await phoneTab(context, () => page.getByRole('button', { name: 'Sign it' }).tap())
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await expect(page.getByRole('main')).toContainText('Signed. We checked: it is yours.')
})
