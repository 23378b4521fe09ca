/**
 * Bitcoin beside Ethereum on the demo: wallets of each interface and a phone connect, sign a text
 * and sign in at the demo's server.
 */
import type { Page } from '@playwright/test'
import type { BitcoinChain } from '../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { bitcoinChain } from '../../../devnet/src/chains.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { bitcoinAccounts } from '../../../packages/kit/src/testing/bitcoin/bitcoinAccounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { changeAddresses } from '../support/changeAddresses.ts'
import { script, sheetOf, startPhone } from '../support/phone.ts'
import { nameOf, playBitcoinWallet } from '../support/playedBitcoin.ts'
import type { PlayedDialect } from '../support/playedBitcoin.ts'
import { openCode, scan } from '../support/scan.ts'
import { modalOf, openConnect, walletRowOf } from '../support/site.ts'
import { withBitcoin } from '../support/withBitcoin.ts'

// the worker's API does not know the chain of this file
test.use({ allowConsole: [/40\d/] })
test.setTimeout(240_000)

const own = bitcoinAccounts(1)[0]?.payment.address ?? ''
const { networkId } = bitcoinChain

let chain: BitcoinChain
test.beforeAll(async () => {
  const { startBitcoinChain } = await import('../../../devnet/src/bitcoin/startBitcoinChain.ts')
  chain = await startBitcoinChain({ isHeld: true })
})
test.afterAll(() => chain.close())

test.beforeEach(async ({ page }) => {
  await changeAddresses(page.context(), (known) => withBitcoin(known, chain))
})

const bitcoinAccountOf = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Account \u2068?bcrt/ })

/** Checks that the demo's server knows the account. */
async function expectSignedIn(page: Page, devnet: Addresses): Promise<void> {
  const account = page.getByRole('region', { name: 'Your account' })
  await expect(account.getByText('Signed in.')).toBeVisible()
  const members = await (await page.request.get(`${devnet.demo}/members`)).text()
  expect(members).toContain(`<code>${own}</code> on <code>${networkId}</code>`)
}

test('a wallet of three namespaces has one row; its Bitcoin account signs, and stays beside the one of Ethereum', async ({
  page,
  devnet,
}, info) => {
  const look = async (name: string) =>
    info.attach(name, { body: await page.screenshot(), contentType: 'image/png' })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)

  await test.step('the row asks for the kind of account', async () => {
    await expect(walletRowOf(modal)).toHaveCount(1)
    await walletRowOf(modal).click()
    await expect(modal).toHaveAccessibleName('Which account?')
    await look('which account')
    expect(await axe(page)).toEqual([])
    await modal.getByRole('button', { name: /^Bitcoin/ }).click()
    await expect(bitcoinAccountOf(page)).toBeVisible()
    await expect(modal).toBeHidden()
  })
  await test.step('the account signs a text', async () => {
    await page.getByRole('button', { name: 'Sign it' }).click()
    await expect(page.getByText('Our server checks signatures of Bitcoin.')).toBeVisible()
  })
  await test.step('an account of Ethereum connects beside it, and either is in use', async () => {
    const kinds = page.getByRole('region', { name: 'Side by side' })
    await kinds.getByRole('group', { name: 'Ethereum' }).getByRole('button').first().click()
    await modal.getByRole('button', { name: /Development wallet/ }).click()
    await expect(
      kinds.getByRole('group', { name: 'Ethereum' }).getByRole('button', { name: 'In use' }),
    ).toBeVisible()
    await kinds.getByRole('group', { name: 'Bitcoin' }).getByRole('button', { name: 'Use' }).click()
    await expect(bitcoinAccountOf(page)).toBeVisible()
    await look('side by side')
  })
  await test.step('the list of networks has those of both', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Network/ })
      .click()
    await expect(modal.getByRole('button', { name: 'Latchkey Bitcoin' })).toBeVisible()
    await look('networks')
  })
})

for (const dialect of ['satsConnect', 'leather', 'unisat'] as const satisfies PlayedDialect[])
  test(`a wallet with the interface ${dialect} connects, and signs in at the server`, async ({
    page,
    devnet,
  }) => {
    const wallet = await playBitcoinWallet(page, dialect)
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none&siwx=server`)
    await modal.getByRole('button', { name: nameOf[dialect] }).click()
    await expect(modal).toHaveAccessibleName('Sign in')
    wallet.setBehaviour('refuse')
    await modal.getByRole('button', { name: 'Sign in' }).click()
    await expect(modal).toContainText('Signature declined')
    wallet.setBehaviour('approve')
    await modal.getByRole('button', { name: 'Sign in' }).click()
    await expect(modal).toBeHidden()
    await expect(bitcoinAccountOf(page)).toBeVisible()
    await expectSignedIn(page, devnet)
  })

test('a phone shares its Bitcoin account in the same session, and signs in with it', async ({
  page,
  devnet,
  browser,
}) => {
  const phone = await startPhone(browser, withBitcoin(devnet, chain))
  await openCode(page, devnet, 'siwx=server&wallet=none')
  const [modal, sheet] = [modalOf(page), sheetOf(phone)]
  await script(phone, 'pair', await scan(page))
  await expect(sheet).toContainText('Everyday on Bitcoin')
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toHaveAccessibleName('Sign in')
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toBeHidden()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Network/ })
    .click()
  await modal.getByRole('button', { name: 'Latchkey Bitcoin' }).click()
  await expect(modal).toHaveAccessibleName('Sign in')
  await modal.getByRole('button', { name: 'Sign in' }).click()
  await expect(sheet).toContainText('wants you to sign in with your')
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toBeHidden()
  await expectSignedIn(page, devnet)
  expect(await script(phone, 'sessions')).toHaveLength(1)
})
