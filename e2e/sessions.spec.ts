import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures/test.ts'
import { addWallet, openProfile, profileRowOf } from './support/profile.ts'
import { accountButtonOf, connect, connectButtonOf, modalOf, openAccount, walletRowOf } from './support/site.ts'

const everyday = '0xf3…b92266'
const trader = '0x70…dc79C8'
const key = '@latchkey/connections'

/** The page's network. */
const networkOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Network: / })

/** Switches to the other network with the wallet in use. */
async function goToSecondNetwork(page: Page) {
  await networkOf(page).click()
  await modalOf(page).getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await expect(modalOf(page)).toHaveAccessibleName('Account')
  await page.keyboard.press('Escape')
  await expect(networkOf(page)).toHaveText('Latchkey Devnet 2')
}

test('a second wallet keeps the first; each has its account and its network; one leaves without the other', async ({ page, devnet }) => {
  await connect(page, `${devnet.demo}/?wallet=two`)
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await addWallet(page, /^Second wallet/)
  await expect(accountButtonOf(page)).toHaveText(trader)
  await goToSecondNetwork(page)

  const modal = await openProfile(page)
  await expect(profileRowOf(modal, 'Second wallet')).toHaveAttribute('aria-current', 'true')
  await profileRowOf(modal, 'Development wallet').click()
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await expect(networkOf(page)).toHaveText('Latchkey Devnet')
  await profileRowOf(modal, 'Second wallet').click()
  await expect(networkOf(page)).toHaveText('Latchkey Devnet 2')

  await modal.getByRole('button', { name: 'Disconnect Development wallet' }).click()
  await expect(profileRowOf(modal, 'Second wallet')).toBeFocused()
  await expect(modal.getByRole('list', { name: 'Connected wallets' }).getByRole('listitem')).toHaveCount(1)
  await expect(accountButtonOf(page)).toHaveText(trader)
})

test('a network that is chosen before connecting is asked for in the modal, once', async ({ page, devnet }) => {
  await page.goto(`${devnet.demo}/?wallet=two`)
  await networkOf(page).click()
  await modalOf(page).getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await expect(networkOf(page)).toHaveText('Latchkey Devnet 2')
  await connectButtonOf(page).click()
  await walletRowOf(modalOf(page), /^Development wallet/).click()
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await expect(networkOf(page)).toHaveText('Latchkey Devnet 2')
  expect(await page.evaluate(() => window.latchkeyWallet.getState().chain.id)).toBe(31338)

  await openAccount(page)
  await modalOf(page).getByRole('button', { name: 'Disconnect' }).click()
  await expect(connectButtonOf(page)).toBeVisible()
  await page.evaluate(() => window.latchkeyWallet.switchChain(31337))
  await connectButtonOf(page).click()
  await walletRowOf(modalOf(page), /^Development wallet/).click()
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await expect(networkOf(page)).toHaveText('Latchkey Devnet')
})

test('a wallet in use that leaves by itself is told, with the account that is in use now; if the modal is closed, when it opens', async ({ page, devnet }) => {
  await connect(page, `${devnet.demo}/?wallet=two`)
  await addWallet(page, /^Second wallet/)
  const modal = await openProfile(page)
  await profileRowOf(modal, 'Development wallet').click()
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await page.evaluate(() => window.latchkeyWallet.lock())
  const told = modal.getByRole('status').filter({ hasText: 'Development wallet left. 0x70…dc79C8 is in use now.' })
  await expect(told).toBeVisible()
  await expect(accountButtonOf(page)).toHaveText(trader)

  await page.evaluate(() => window.latchkeyWallet.unlock())
  await profileRowOf(modal, 'Development wallet').click()
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await page.evaluate(() => window.latchkeyWallet.lock())
  await expect(accountButtonOf(page)).toHaveText(trader)
  await openAccount(page)
  await expect(told).toBeVisible()
})

test('a wallet that leaves by itself before the modal was ever there is told when it opens', async ({ page, devnet }) => {
  await connect(page, `${devnet.demo}/?wallet=two`)
  await addWallet(page, /^Second wallet/)
  await profileRowOf(await openProfile(page), 'Development wallet').click()
  await expect(accountButtonOf(page)).toHaveText(everyday)
  const namespaces = '@latchkey/connected-namespaces' // written after all earlier connections have been looked for
  await page.addInitScript((name) => localStorage.removeItem(name), namespaces)
  await page.reload()
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), namespaces)).toContain('eip155')
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await page.evaluate(() => window.latchkeyWallet.lock())
  await expect(accountButtonOf(page)).toHaveText(trader)
  const modal = await openAccount(page)
  await expect(modal.getByRole('status').filter({ hasText: 'Development wallet left. 0x70…dc79C8 is in use now.' })).toBeVisible()
})

test('the wallet that leaves makes room for the one that stays, and the modal says so', async ({ page, devnet }) => {
  await connect(page, `${devnet.demo}/?wallet=two`)
  await addWallet(page, /^Second wallet/)
  const modal = await openAccount(page)
  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await expect(modal.getByRole('status').filter({ hasText: 'Second wallet is disconnected' })).toBeVisible()
  await expect(modal).toHaveAccessibleName('Account')
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await expect(modal).toBeHidden()
  await expect(connectButtonOf(page)).toBeVisible()
})

test('all leave at once', async ({ page, devnet }) => {
  await connect(page, `${devnet.demo}/?wallet=two`)
  await addWallet(page, /^Second wallet/)
  await (await openProfile(page)).getByRole('button', { name: 'Disconnect all' }).click()
  await expect(modalOf(page)).toBeHidden()
  await expect(connectButtonOf(page)).toBeVisible()
  await page.reload()
  await expect(connectButtonOf(page)).toBeVisible()
})

test('the next visit has both, and the same one in use', async ({ page, devnet }) => {
  await connect(page, `${devnet.demo}/?wallet=two`)
  await addWallet(page, /^Second wallet/)
  const modal = await openProfile(page)
  await profileRowOf(modal, 'Development wallet').click()
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await page.reload()
  await expect(accountButtonOf(page)).toHaveText(everyday)
  await openProfile(page)
  await expect(modal.getByRole('list', { name: 'Connected wallets' }).getByRole('listitem')).toHaveCount(2)
  await expect(profileRowOf(modal, 'Development wallet')).toHaveAttribute('aria-current', 'true')
})

test.describe('two tabs', () => {
  /** Two tabs of the site, each of which records the other's writes about connections. */
  async function openTabs(context: BrowserContext, url: string): Promise<readonly [Page, Page]> {
    await context.addInitScript((wanted) => {
      Object.assign(window, { news: [] })
      window.addEventListener('storage', (event) => event.key === wanted && (Reflect.get(window, 'news') as unknown[]).push(event.newValue))
    }, key)
    const tabs = [await context.newPage(), await context.newPage()] as const
    for (const tab of tabs) {
      await tab.goto(url)
      await expect(connectButtonOf(tab)).toBeVisible()
    }
    return tabs
  }

  const newsOf = (tab: Page) => tab.evaluate(() => Reflect.get(window, 'news') as unknown[])
  const sharedBy = (tab: Page) => tab.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)

  test('what one connects, uses and leaves, the other does, and answers nothing', async ({ context, devnet }) => {
    const [one, other] = await openTabs(context, `${devnet.demo}/?wallet=two`)
    await connect(one, `${devnet.demo}/?wallet=two`)
    await expect(accountButtonOf(other)).toHaveText(everyday)
    await addWallet(one, /^Second wallet/)
    await expect(accountButtonOf(other)).toHaveText(trader)

    const modal = await openProfile(one)
    await profileRowOf(modal, 'Development wallet').click()
    await expect(accountButtonOf(other)).toHaveText(everyday)
    await modal.getByRole('button', { name: 'Disconnect Development wallet' }).click()
    await expect(accountButtonOf(other)).toHaveText(trader)
    expect(await newsOf(one)).toEqual([])

    await openAccount(other)
    await modalOf(other).getByRole('button', { name: 'Disconnect' }).click()
    await expect(connectButtonOf(other)).toBeVisible()
    await expect(modal).toHaveAccessibleName('Connect wallet') // no account is left
    expect(await sharedBy(one)).toMatchObject({ sessions: { eip155: { connectors: [] } } })
    for (const tab of [one, other]) {
      await tab.reload()
      await expect(connectButtonOf(tab)).toBeVisible()
    }
  })

  test('a tab that is opened later is where the others are', async ({ context, devnet }) => {
    const [one] = await openTabs(context, `${devnet.demo}/?wallet=two`)
    await connect(one, `${devnet.demo}/?wallet=two`)
    const late = await context.newPage()
    await late.goto(`${devnet.demo}/?wallet=two`)
    await expect(accountButtonOf(late)).toHaveText(everyday)
    await expect(accountButtonOf(one)).toHaveText(everyday)
  })

  test('a network that is chosen without a wallet is chosen in both', async ({ context, devnet }) => {
    const [one, other] = await openTabs(context, `${devnet.demo}/?wallet=two`)
    await networkOf(one).click()
    await modalOf(one).getByRole('button', { name: 'Latchkey Devnet 2' }).click()
    await expect(networkOf(one)).toHaveText('Latchkey Devnet 2')
    await expect(networkOf(other)).toHaveText('Latchkey Devnet 2')
  })

  test('whoever is about to choose a wallet in one tab sees the account that came in the other', async ({ context, devnet }) => {
    const [one, other] = await openTabs(context, `${devnet.demo}/?wallet=two`)
    await connectButtonOf(other).click()
    await expect(modalOf(other)).toHaveAccessibleName('Connect wallet')
    await connect(one, `${devnet.demo}/?wallet=two`)
    await expect(modalOf(other)).toHaveAccessibleName('Account')
    await expect(accountButtonOf(other)).toHaveText(everyday)
  })

  for (const [row, title] of [[/^All wallets/, 'All wallets'], [/^WalletConnect/, 'Scan with your wallet']] as const)
    test(`so does whoever looks at ${title}`, async ({ context, devnet }) => {
      const [one, other] = await openTabs(context, `${devnet.demo}/?wallet=two`)
      await connectButtonOf(other).click()
      await walletRowOf(modalOf(other), row).click()
      await expect(modalOf(other)).toHaveAccessibleName(title)
      await connect(one, `${devnet.demo}/?wallet=two`)
      await expect(modalOf(other)).toHaveAccessibleName('Account')
    })
})
