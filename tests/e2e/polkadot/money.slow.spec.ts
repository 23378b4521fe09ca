/**
 * Money on Polkadot, on the devnet's real chain: the development wallet and the phone pay, the
 * screens show it, and the chain has it.
 */
import type { Page } from '@playwright/test'
import type { PolkadotChain } from '../../../devnet/src/polkadot/startPolkadotChain.ts'
import { accountAt } from '../../../devnet/src/polkadot/testing/payments.ts'
import { polkadotAccounts } from '../../../packages/kit/src/testing/polkadot/polkadotAccounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { changeAddresses } from '../support/changeAddresses.ts'
import { script, sheetOf, startPhone } from '../support/phone.ts'
import { openCode, scan } from '../support/scan.ts'
import { amountOf, recipientOf, sendButtonOf } from '../support/send.ts'
import { modalOf, openConnect, walletRowOf } from '../support/site.ts'
import { withPolkadot } from '../support/withPolkadot.ts'

// the worker's API does not know the chain of this file
test.use({ allowConsole: [/40\d|50\d/] })
test.setTimeout(300_000)

const [own = '', second = '', third = ''] = polkadotAccounts(3).map(({ address }) => address)
const bakers = '5GZ93RF3DWF8jafgdKMxb1uum15qfSehyMFzJEJ4GaCJ343m'

let chain: PolkadotChain
test.beforeAll(async () => {
  test.setTimeout(300_000)
  const { startPolkadotChain } = await import('../../../devnet/src/polkadot/startPolkadotChain.ts')
  chain = await startPolkadotChain({ port: 0 })
})
test.afterAll(() => chain.close())

test.beforeEach(async ({ page }) => {
  await changeAddresses(page.context(), (known) => withPolkadot(known, chain))
})

const accountOf = (page: Page, address = own) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^Account \\u2068?${address.slice(0, 4)}`) })

test('the development wallet pays from the screens and from the page, and its other account is chosen', async ({
  page,
  devnet,
}, info) => {
  const look = async (name: string) =>
    info.attach(name, { body: await page.screenshot(), contentType: 'image/png' })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await walletRowOf(modal).click()
  await modal.getByRole('button', { name: /^Polkadot/ }).click()
  await expect(accountOf(page)).toBeVisible()

  await test.step('the account shows its DOT, and its address for this network', async () => {
    await accountOf(page).click()
    await expect(modal.getByRole('list', { name: 'Tokens' })).toContainText(/[\d,.]+ DOT/)
    await look('account')
    expect(await axe(page)).toEqual([])
    await modal.getByRole('button', { name: 'Receive', exact: true }).click()
    await expect(modal).toContainText(own.slice(0, 8))
    await look('receive')
    expect(await axe(page)).toEqual([])
    await modal.getByRole('button', { name: 'Back' }).click()
  })
  await test.step('the wallet has a row for each of its accounts', async () => {
    await modal.getByRole('button', { name: /Your wallets/ }).click()
    await expect(modal.getByRole('button', { name: /Trader/ })).toBeVisible()
    await look('wallets')
    expect(await axe(page)).toEqual([])
    await modal.getByRole('button', { name: 'Back' }).click()
  })
  await test.step('a payment is reviewed, sent and seen on the chain', async () => {
    const before = await accountAt(chain, third)
    await modal.getByRole('button', { name: 'Send', exact: true }).click()
    await amountOf(modal).fill('1.25')
    await recipientOf(modal).fill(third)
    await modal.getByRole('button', { name: 'Review' }).click()
    await expect(sendButtonOf(modal)).toBeEnabled()
    await look('review')
    expect(await axe(page)).toEqual([])
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('On its way')
    await look('on its way')
    await expect
      .poll(async () => (await accountAt(chain, third)).free - before.free)
      .toBe(12_500_000_000n)
    await modal.getByRole('button', { name: 'Done' }).click()
  })
  await test.step('the activity has it, and says that it has nothing else', async () => {
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await expect(modal.getByRole('button', { name: /^Sent(?!.*Pending)/ })).toBeVisible()
    await look('activity')
    expect(await axe(page)).toEqual([])
    await modal.getByRole('button', { name: /^Sent/ }).first().click()
    await expect(modal).toContainText('1.25')
    await look('transaction')
    await page.keyboard.press('Escape')
  })
  await test.step('the page sends a tip', async () => {
    const before = await accountAt(chain, bakers)
    const card = page.getByRole('region', { name: 'Leave a tip' })
    await card.getByRole('button', { name: /^Send .* DOT$/ }).click()
    await expect(card).toContainText('Thank you. It is in a block.')
    expect((await accountAt(chain, bakers)).free).toBeGreaterThan(before.free)
    await look('tip')
  })
  await test.step('the visitor chooses another account of the same wallet', async () => {
    await accountOf(page).click()
    await modal.getByRole('button', { name: /Your wallets/ }).click()
    await modal.getByRole('button', { name: /Trader/ }).click()
    await page.keyboard.press('Escape')
    await expect(accountOf(page, second)).toBeVisible()
    await page.reload()
    await expect(accountOf(page, second)).toBeVisible()
  })
})

test('a phone shows a payment in words, signs it, and the site sends it', async ({
  page,
  devnet,
  browser,
}, info) => {
  const phone = await startPhone(browser, devnet)
  await changeAddresses(phone, (known) => withPolkadot(known, chain))
  await openCode(page, devnet, 'wallet=none')
  const [modal, sheet] = [modalOf(page), sheetOf(phone)]
  await script(phone, 'pair', await scan(page))
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toBeHidden()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Network/ })
    .click()
  await modal.getByRole('button', { name: 'Latchkey Polkadot' }).click()
  await expect(accountOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  const before = await accountAt(chain, bakers)
  const card = page.getByRole('region', { name: 'Leave a tip' })
  await card.getByRole('button', { name: /^Send .* DOT$/ }).click()
  await expect(sheet).toContainText(/Send [\d.]+ DOT\?/)
  await expect(sheet).toContainText('Balances.transfer_keep_alive')
  await expect(sheet).toContainText('Latchkey Polkadot')
  await info.attach('phone pays', { body: await phone.screenshot(), contentType: 'image/png' })
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(card).toContainText('Thank you. It is in a block.')
  expect((await accountAt(chain, bakers)).free).toBeGreaterThan(before.free)
})
