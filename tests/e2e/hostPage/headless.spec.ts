import { axe, expect, test } from '../fixtures/test.ts'
import { behave } from '../support/developmentWallet.ts'
import { openPhone, script } from '../support/phone.ts'
import { readCode } from '../support/readCode.ts'

test.use({ allowConsole: [/ERR_CONNECTION_REFUSED/] })

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('a page without the kit’s screens gets the reason of a refusal, connects a wallet, reads its balance and disconnects', async ({
  page,
  devnet,
}) => {
  await page.goto(`${devnet.demo}/headless?wallet=refuse`)
  await page.getByRole('button', { name: 'Development wallet' }).click()
  await expect(page.getByText('You said no in the wallet. Nothing was shared.')).toBeVisible()
  await behave(page, 'approve')
  await page.getByRole('button', { name: 'Development wallet' }).click()
  await expect(page.getByText(address).first()).toBeVisible()
  await expect(page.getByText(/USDC/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('heading', { name: 'This browser' })).toBeVisible()
  await expect(page.locator('[data-latchkey] dialog')).toHaveCount(0)
})

test('a page without the kit’s screens searches the catalogue and connects a phone by a code that it draws itself', async ({
  page,
  devnet,
  browser,
}) => {
  await page.goto(`${devnet.demo}/headless?wallet=none`)
  await page.getByRole('searchbox', { name: 'Wallet' }).fill('rainb')
  await expect(page.getByRole('list', { name: '1 wallets' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Rainbow' }).click()
  const code = await readCode(page.getByRole('img', { name: 'Code for Rainbow' }))
  const phone = await (await browser.newContext()).newPage()
  await openPhone(phone, devnet, devnet.relay)
  await script(phone, 'pair', code)
  await script(phone, 'approve')
  await expect(page.getByText(address).first()).toBeVisible()
})

test('a page without the kit’s screens shows a code while the catalogue is down', async ({
  page,
  devnet,
}) => {
  await page.goto(`${devnet.demo}/headless?wallet=none&api=down`)
  await expect(
    page.getByText('The catalogue does not answer. A code works all the same.'),
  ).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Show a code' }).click()
  await expect(page.getByRole('img', { name: 'Code for any wallet' })).toBeVisible()
})
