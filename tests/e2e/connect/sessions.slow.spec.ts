import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { addWallet, openProfile, profileRowOf } from '../support/profile.ts'
import {
  accountButtonOf,
  connect,
  connectButtonOf,
  modalOf,
  openAccount,
  visitConnected,
  walletRowOf,
} from '../support/site.ts'

const everyday = '0xf3…b92266'
const trader = '0x70…dc79C8'
const key = '@latchkey/connections'

/** The page's network. */
const networkOf = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Network: / })

/** Switches the wallet in use to the second network. */
async function goToSecondNetwork(page: Page) {
  await networkOf(page).click()
  await modalOf(page).getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await expect(modalOf(page)).toHaveAccessibleName('Account')
  await page.keyboard.press('Escape')
  await expect(networkOf(page)).toHaveText('Latchkey Devnet 2')
}

test('two wallets are connected at the same time', async ({ page, devnet }) => {
  await connect(page, `${devnet.demo}/?wallet=two`)
  await expect(accountButtonOf(page)).toHaveText(everyday)
  const modal = modalOf(page)
  const rows = modal.getByRole('list', { name: 'Connected wallets' }).getByRole('listitem')

  await test.step('a second wallet does not disconnect the first; each has its account and its network', async () => {
    await addWallet(page, /^Second wallet/)
    await expect(accountButtonOf(page)).toHaveText(trader)
    await goToSecondNetwork(page)
    await openProfile(page)
    await expect(profileRowOf(modal, 'Second wallet')).toHaveAttribute('aria-current', 'true')
    await profileRowOf(modal, 'Development wallet').click()
    await expect(accountButtonOf(page)).toHaveText(everyday)
    await expect(networkOf(page)).toHaveText('Latchkey Devnet')
    await profileRowOf(modal, 'Second wallet').click()
    await expect(networkOf(page)).toHaveText('Latchkey Devnet 2')
  })

  await test.step('at the next visit both wallets are connected, and the same one is in use', async () => {
    await profileRowOf(modal, 'Development wallet').click()
    await expect(accountButtonOf(page)).toHaveText(everyday)
    await page.reload()
    await expect(accountButtonOf(page)).toHaveText(everyday)
    await openProfile(page)
    await expect(rows).toHaveCount(2)
    await expect(profileRowOf(modal, 'Development wallet')).toHaveAttribute('aria-current', 'true')
  })

  await test.step('disconnecting one wallet does not disconnect the other', async () => {
    await profileRowOf(modal, 'Second wallet').click()
    await expect(accountButtonOf(page)).toHaveText(trader)
    await modal.getByRole('button', { name: 'Disconnect Development wallet' }).click()
    await expect(profileRowOf(modal, 'Second wallet')).toBeFocused()
    await expect(rows).toHaveCount(1)
    await expect(accountButtonOf(page)).toHaveText(trader)
    await page.keyboard.press('Escape')
  })

  await test.step('when the wallet in use is disconnected, the other one is used, and the modal says so', async () => {
    await addWallet(page, /^Development wallet/)
    await expect(accountButtonOf(page)).toHaveText(everyday)
    await openAccount(page)
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect(
      modal.getByRole('status').filter({ hasText: 'Development wallet is disconnected' }),
    ).toBeVisible()
    await expect(modal).toHaveAccessibleName('Account')
    await expect(accountButtonOf(page)).toHaveText(trader)
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect(modal).toBeHidden()
    await expect(connectButtonOf(page)).toBeVisible()
  })
})

test('a network that the visitor chose before connecting is requested once from the wallet', async ({
  page,
  devnet,
}) => {
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

test('when a wallet disconnects by itself, a message says so and names the account that is now in use', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=two`)
  await addWallet(page, /^Second wallet/)
  const modal = await openProfile(page)
  const notice = modal
    .getByRole('status')
    .filter({ hasText: 'Development wallet left. 0x70…dc79C8 is in use now.' })
  await test.step('an open modal reports the disconnect at once; a closed modal reports it when opened', async () => {
    await profileRowOf(modal, 'Development wallet').click()
    await expect(accountButtonOf(page)).toHaveText(everyday)
    await page.evaluate(() => window.latchkeyWallet.lock())
    await expect(notice).toBeVisible()
    await expect(accountButtonOf(page)).toHaveText(trader)

    await page.evaluate(() => window.latchkeyWallet.unlock())
    await profileRowOf(modal, 'Development wallet').click()
    await expect(accountButtonOf(page)).toHaveText(everyday)
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
    await page.evaluate(() => window.latchkeyWallet.lock())
    await expect(accountButtonOf(page)).toHaveText(trader)
    await openAccount(page)
    await expect(notice).toBeVisible()
  })
  await test.step('a modal that was not loaded yet reports the disconnect when it opens', async () => {
    await page.evaluate(() => window.latchkeyWallet.unlock())
    await modal.getByRole('button', { name: /^Wallet: / }).click()
    await profileRowOf(modal, 'Development wallet').click()
    await expect(accountButtonOf(page)).toHaveText(everyday)
    // the kit writes this key again after it has checked all earlier connections
    const namespaces = '@latchkey/connected-namespaces'
    await page.evaluate((name) => localStorage.removeItem(name), namespaces)
    await page.reload()
    await expect
      .poll(() => page.evaluate((name) => localStorage.getItem(name), namespaces))
      .toContain('eip155')
    await expect(accountButtonOf(page)).toHaveText(everyday)
    await page.evaluate(() => window.latchkeyWallet.lock())
    await expect(accountButtonOf(page)).toHaveText(trader)
    await openAccount(page)
    await expect(notice).toBeVisible()
  })
  await test.step('“Disconnect all” disconnects every wallet', async () => {
    await page.evaluate(() => window.latchkeyWallet.unlock())
    await modal.getByRole('button', { name: /^Wallet: / }).click()
    await expect(
      modal.getByRole('list', { name: 'Connected wallets' }).getByRole('listitem'),
    ).toHaveCount(2)
    await modal.getByRole('button', { name: 'Disconnect all' }).click()
    await expect(modal).toBeHidden()
    await expect(connectButtonOf(page)).toBeVisible()
    await page.reload()
    await expect(connectButtonOf(page)).toBeVisible()
  })
})

test.describe('two tabs', () => {
  /** Opens two tabs of the site, each of which records the other's writes about connections. */
  async function openTabs(context: BrowserContext, url: string): Promise<readonly [Page, Page]> {
    await context.addInitScript((wanted) => {
      Object.assign(window, { news: [] })
      window.addEventListener(
        'storage',
        (event) =>
          event.key === wanted && (Reflect.get(window, 'news') as unknown[]).push(event.newValue),
      )
    }, key)
    const tabs = [await context.newPage(), await context.newPage()] as const
    for (const tab of tabs) {
      await tab.goto(url)
      await expect(connectButtonOf(tab)).toBeVisible()
    }
    return tabs
  }

  const changesOf = (tab: Page) => tab.evaluate(() => Reflect.get(window, 'news') as unknown[])
  const sharedBy = (tab: Page) =>
    tab.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)

  test('connecting, selecting and disconnecting in one tab changes the other tab, which writes nothing to storage', async ({
    context,
    devnet,
  }) => {
    const [firstTab, secondTab] = await openTabs(context, `${devnet.demo}/?wallet=two`)
    await connect(firstTab, `${devnet.demo}/?wallet=two`)
    await expect(accountButtonOf(secondTab)).toHaveText(everyday)
    await addWallet(firstTab, /^Second wallet/)
    await expect(accountButtonOf(secondTab)).toHaveText(trader)

    const modal = await openProfile(firstTab)
    await profileRowOf(modal, 'Development wallet').click()
    await expect(accountButtonOf(secondTab)).toHaveText(everyday)
    await modal.getByRole('button', { name: 'Disconnect Development wallet' }).click()
    await expect(accountButtonOf(secondTab)).toHaveText(trader)
    expect(await changesOf(firstTab)).toEqual([])

    await openAccount(secondTab)
    await modalOf(secondTab).getByRole('button', { name: 'Disconnect' }).click()
    await expect(connectButtonOf(secondTab)).toBeVisible()
    await expect(modal).toHaveAccessibleName('Connect wallet') // no account is left
    expect(await sharedBy(firstTab)).toMatchObject({ sessions: { eip155: { connectors: [] } } })
    for (const tab of [firstTab, secondTab]) {
      await tab.reload()
      await expect(connectButtonOf(tab)).toBeVisible()
    }
  })

  test('a tab with an open modal shows the account that connected in the other tab', async ({
    context,
    devnet,
  }) => {
    const [firstTab, secondTab] = await openTabs(context, `${devnet.demo}/?wallet=two`)
    const connectInOne = async () => {
      await connectButtonOf(firstTab).click()
      await walletRowOf(modalOf(firstTab)).click()
      await expect(accountButtonOf(firstTab)).toHaveText(everyday)
      await expect(modalOf(firstTab)).toBeHidden()
    }
    const leaveInOther = async () => {
      await modalOf(secondTab).getByRole('button', { name: 'Disconnect' }).click()
      for (const tab of [firstTab, secondTab]) {
        await expect(connectButtonOf(tab)).toBeVisible()
        await expect(modalOf(tab)).toBeHidden()
      }
    }
    await test.step('the tab shows the list of wallets', async () => {
      await connectButtonOf(secondTab).click()
      await expect(modalOf(secondTab)).toHaveAccessibleName('Connect wallet')
      await connectInOne()
      await expect(modalOf(secondTab)).toHaveAccessibleName('Account')
      await expect(accountButtonOf(secondTab)).toHaveText(everyday)
      await leaveInOther()
    })
    for (const [row, title] of [
      [/^All wallets/, 'All wallets'],
      [/^WalletConnect/, 'Scan with your wallet'],
    ] as const)
      await test.step(`the tab shows the screen ${title}`, async () => {
        await connectButtonOf(secondTab).click()
        await walletRowOf(modalOf(secondTab), row).click()
        await expect(modalOf(secondTab)).toHaveAccessibleName(title)
        await connectInOne()
        await expect(modalOf(secondTab)).toHaveAccessibleName('Account')
        await leaveInOther()
      })
    await test.step('a tab that opens later has the same state', async () => {
      await connectInOne()
      const late = await context.newPage()
      await late.goto(`${devnet.demo}/?wallet=two`)
      await expect(accountButtonOf(late)).toHaveText(everyday)
      await expect(accountButtonOf(firstTab)).toHaveText(everyday)
    })
  })

  test('a network that the visitor chooses without a wallet is chosen in both tabs', async ({
    context,
    devnet,
  }) => {
    const [firstTab, secondTab] = await openTabs(context, `${devnet.demo}/?wallet=two`)
    await networkOf(firstTab).click()
    await modalOf(firstTab).getByRole('button', { name: 'Latchkey Devnet 2' }).click()
    await expect(networkOf(firstTab)).toHaveText('Latchkey Devnet 2')
    await expect(networkOf(secondTab)).toHaveText('Latchkey Devnet 2')
  })
})
