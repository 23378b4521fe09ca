/**
 * Polkadot beside the other kinds of chains on the demo: wallets of `injectedWeb3` and a phone
 * connect, sign a text, sign in at the demo's server, and change their account. No chain runs.
 */
import type { Page } from '@playwright/test'
import { infoOf, polkadotChain, solanaChain } from '../../../devnet/src/chains.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { polkadotAccounts } from '../../../packages/kit/src/testing/polkadot/polkadotAccounts.ts'
import type { PolkadotAccount } from '../../../packages/kit/src/testing/polkadot/polkadotAccounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { changeAddresses } from '../support/changeAddresses.ts'
import { script, sheetOf, startPhone } from '../support/phone.ts'
import { playPolkadotWallet } from '../support/playedPolkadot.ts'
import { openCode, scan } from '../support/scan.ts'
import { modalOf, openAccount, openConnect, walletRowOf } from '../support/site.ts'
import { tabTo } from '../support/tabTo.ts'
import { overflowing } from '../support/targets.ts'
import { withBitcoin } from '../support/withBitcoin.ts'
import { withPolkadot } from '../support/withPolkadot.ts'
import { withSolana } from '../support/withSolana.ts'

// nothing listens at the node's address, and the worker's API does not know the chain
const node = { url: 'http://127.0.0.1:9' }
test.use({ allowConsole: [/ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT|40\d|50\d/] })
test.setTimeout(180_000)

const [own = '', second = ''] = polkadotAccounts(2).map(({ address }) => address)
const { networkId, name: network } = polkadotChain

test.beforeEach(async ({ page }) => {
  await changeAddresses(page.context(), (known) => withPolkadot(known, node))
})

const accountOf = (page: Page, address = own) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^Account \\u2068?${address.slice(0, 4)}`) })

/** Checks that the demo's server knows the account. */
async function expectSignedIn(page: Page, devnet: Addresses, address = own): Promise<void> {
  const account = page.getByRole('region', { name: 'Your account' })
  await expect(account.getByText('Signed in.')).toBeVisible()
  const members = await (await page.request.get(`${devnet.demo}/members`)).text()
  expect(members).toContain(`<code>${address}</code> on <code>${networkId}</code>`)
}

test('a wallet of several namespaces has one row; its Polkadot account signs, and stays beside the one of Ethereum', async ({
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
    await modal.getByRole('button', { name: /^Polkadot/ }).click()
    await expect(accountOf(page)).toBeVisible()
    await expect(modal).toBeHidden()
  })
  await test.step('the account signs a text', async () => {
    await page.getByRole('button', { name: 'Sign it' }).click()
    await expect(page.getByText('Our server checks signatures of Polkadot.')).toBeVisible()
  })
  await test.step('an account of Ethereum connects beside it, and either is in use', async () => {
    const kinds = page.getByRole('region', { name: 'Side by side' })
    await kinds.getByRole('group', { name: 'Ethereum' }).getByRole('button').first().click()
    await modal.getByRole('button', { name: /Development wallet/ }).click()
    await expect(
      kinds.getByRole('group', { name: 'Ethereum' }).getByRole('button', { name: 'In use' }),
    ).toBeVisible()
    await kinds
      .getByRole('group', { name: 'Polkadot' })
      .getByRole('button', { name: 'Use' })
      .click()
    await expect(accountOf(page)).toBeVisible()
    await look('side by side')
  })
  await test.step('the list of networks has those of both', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Network/ })
      .click()
    await expect(modal.getByRole('button', { name: network })).toBeVisible()
    await look('networks')
  })
})

for (const [wallet, title, options] of [
  ['talisman', 'Talisman', { prefix: 0 }],
  ['subwallet-js', 'SubWallet', {}],
  ['polkadot-js', 'Polkadot{.js}', {}],
  ['polkadot-js', 'Nova Wallet', { isNova: true, prefix: 2, hasTypeByte: false }],
  ['Somebody else', 'Somebody else', {}],
] as const)
  test(`the wallet ${title} connects, and signs in at the server`, async ({ page, devnet }) => {
    const played = await playPolkadotWallet(page, { id: wallet, ...options })
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none&siwx=server`)
    await modal.getByRole('button', { name: title }).click()
    await expect(modal).toHaveAccessibleName('Sign in')
    played.setBehaviour('refuse')
    await expect(modal.getByRole('button', { name: 'Show message' })).toBeVisible()
    await modal.getByRole('button', { name: 'Sign in' }).click()
    // not by its notice: the chain does not run, so one about the balance may take its place
    await expect.poll(() => played.requests).toContain('signRaw')
    await expect(modal.getByRole('button', { name: 'Show message' })).toBeVisible()
    await expect(modal).toHaveAccessibleName('Sign in')
    played.setBehaviour('approve')
    await modal.getByRole('button', { name: 'Sign in' }).click()
    await expect(modal).toBeHidden()
    await expect(accountOf(page)).toBeVisible()
    await expectSignedIn(page, devnet)
  })

test('the page follows the wallet to another account, and knows the first one after a reload', async ({
  page,
  devnet,
}) => {
  const played = await playPolkadotWallet(page, { prefix: 0 })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await modal.getByRole('button', { name: 'Talisman' }).click()
  await expect(accountOf(page)).toBeVisible()
  await played.share([1, 0])
  await expect(accountOf(page, second)).toBeVisible()
  await page.reload()
  await expect(accountOf(page, second)).toBeVisible()
  expect(played.requests.filter((request) => request !== 'enable')).toEqual([])
  await played.share([])
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }),
  ).toBeVisible()
})

test('“Your wallets” lists the accounts of a wallet, and the visitor selects another one', async ({
  page,
  devnet,
}, info) => {
  const named = ['Savings', `Rent ${'and all that the household needs '.repeat(2)}`, 'Old'].map(
    (name, index) => ({ ...polkadotAccounts(3)[index], name }),
  ) as PolkadotAccount[] // there are three accounts
  await playPolkadotWallet(page, { prefix: 0, accounts: named })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await modal.getByRole('button', { name: 'Talisman' }).click()
  await expect(accountOf(page)).toBeVisible()
  await openAccount(page, accountOf(page))
  await modal.getByRole('button', { name: /^Wallet: / }).click()
  await expect(modal).toHaveAccessibleName('Your wallets')
  const rows = modal.getByRole('list', { name: 'Connected wallets' }).getByRole('button')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Savings' })).toHaveAttribute('aria-current', 'true')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await info.attach(colorScheme, { body: await page.screenshot(), contentType: 'image/png' })
    expect(await axe(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await info.attach('phone', { body: await page.screenshot(), contentType: 'image/png' })
  expect(await overflowing(modal)).toEqual([])
  const order = await rows.allTextContents()
  await rows.filter({ hasText: 'Rent' }).click()
  await expect(rows.filter({ hasText: 'Rent' })).toHaveAttribute('aria-current', 'true')
  expect(await rows.allTextContents()).toEqual(order) // no row has moved
  await page.goto(`${devnet.demo}/?wallet=none&locale=ar`)
  const button = page.getByRole('banner').getByRole('button', { name: second.slice(0, 4) })
  await button.click()
  await modal.getByRole('button', { name: /Talisman/ }).click()
  const name = modal.getByText('Savings', { exact: true })
  // in a language from right to left, a name in Latin letters also begins at the row's right side
  expect(await name.evaluate(spaceAtRight)).toBeLessThan(2)
})

/** Runs in the page. Returns the pixels between the end of the text and the end of its element. */
function spaceAtRight(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return element.getBoundingClientRect().right - range.getBoundingClientRect().right
}

test('a visitor connects and signs in by keyboard alone', async ({ page, devnet }) => {
  await playPolkadotWallet(page, {})
  await page.goto(`${devnet.demo}/?wallet=none&siwx=server`)
  const button = page.getByRole('banner').getByRole('button', { name: 'Connect wallet' })
  await expect(button).toBeEnabled()
  await button.focus()
  await page.keyboard.press('Enter')
  const modal = modalOf(page)
  await expect(modal).toHaveAccessibleName('Connect wallet')
  const row = modal.getByRole('button', { name: 'Talisman' })
  await expect(row).toBeVisible()
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await expect(modal).toHaveAccessibleName('Sign in')
  const signIn = modal.getByRole('button', { name: 'Sign in' })
  await tabTo(page, signIn)
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expectSignedIn(page, devnet)
})

test('a phone shares accounts of four namespaces by one code, and signs in with the one of Polkadot', async ({
  page,
  devnet,
  browser,
}, info) => {
  const all = (known: Addresses) =>
    [withBitcoin, withPolkadot].reduce<Addresses>(
      (addresses, add) => add(addresses, node),
      withSolana(known, { ...node, networkId: solanaChain.networkId }),
    )
  await changeAddresses(page.context(), all)
  const phone = await startPhone(browser, all(devnet))
  await openCode(page, devnet, 'siwx=server&wallet=none')
  const [modal, sheet] = [modalOf(page), sheetOf(phone)]
  await script(phone, 'pair', await scan(page))
  for (const label of [
    'Everyday',
    'Everyday on Solana',
    'Everyday on Bitcoin',
    'Everyday on Polkadot',
  ])
    await expect(sheet.getByText(label, { exact: true })).toBeVisible()
  await info.attach('phone', { body: await phone.screenshot(), contentType: 'image/png' })
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toHaveAccessibleName('Sign in')
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toBeHidden()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Network/ })
    .click()
  await modal.getByRole('button', { name: network }).click()
  await expect(modal).toHaveAccessibleName('Sign in')
  await modal.getByRole('button', { name: 'Sign in' }).click()
  await expect(sheet).toContainText('wants you to sign in with your')
  await info.attach('phone signs', { body: await phone.screenshot(), contentType: 'image/png' })
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toBeHidden()
  await expectSignedIn(page, devnet)
  expect(await script(phone, 'sessions')).toHaveLength(1)
})

test('the demo names a chain that is still starting, and offers it when it has started', async ({
  page,
  devnet,
}) => {
  let isThere = false
  await changeAddresses(page, (known) =>
    isThere
      ? withPolkadot(known, node)
      : { ...known, coming: { [networkId]: infoOf(polkadotChain) } },
  )
  await page.goto(`${devnet.demo}/?wallet=none`)
  const status = page.getByRole('contentinfo').getByRole('status')
  await expect(status).toHaveText(`${network} is still starting.`)
  isThere = true
  await expect(status).toContainText(`${network} has started.`)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Network/ })
    .click()
  await expect(modalOf(page)).toHaveAccessibleName('Choose a network')
  await expect(modalOf(page).getByRole('button', { name: network })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await status.getByRole('button', { name: 'Show it' }).click()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Network/ })
    .click()
  await expect(modalOf(page).getByRole('button', { name: network })).toBeVisible()
})
