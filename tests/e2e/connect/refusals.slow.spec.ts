import { expect, test } from '../fixtures/test.ts'
import { behave, waitingIn } from '../support/developmentWallet.ts'
import { waitForText } from '../support/waitForText.ts'
import {
  accountButtonOf,
  connectButtonOf,
  openAccount,
  openConnect,
  visitConnected,
  walletRowOf,
  withoutRelay,
} from '../support/site.ts'
import { announceStrange } from '../support/strangeWallet.ts'

test('the modal shows a refusal and an open request, offers another wallet for a missing one, and can retry', async ({
  page,
  devnet,
}) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=refuse`)
  await walletRowOf(modal).click()
  await expect(
    modal.getByRole('status').filter({ hasText: 'Rejected in Development wallet' }),
  ).toContainText('Nothing was shared')
  await test.step('the wallet has a request open already', async () => {
    await behave(page, 'pending')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toContainText('Development wallet already has a request open')
  })
  await test.step('a retry connects', async () => {
    await behave(page, 'approve')
    const connectedText = waitForText(modal, 'Connected')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await connectedText
    await expect(accountButtonOf(page)).toBeVisible()
    await expect(modal).toBeHidden()
  })
  await test.step('a wallet that disappears before the next request leads to the list of wallets', async () => {
    await page.evaluate(() => window.latchkeyWallet.disconnect())
    await connectButtonOf(page).click()
    await expect(walletRowOf(modal)).toBeVisible()
    await behave(page, 'disappear')
    await walletRowOf(modal).click()
    await expect(modal).toContainText('Development wallet is not there any more')
    await modal.getByRole('button', { name: 'Choose another wallet' }).click()
    await expect(modal).toHaveAccessibleName('Connect wallet')
  })
})

test('a wallet that does not answer', async ({ page, devnet }) => {
  await page.clock.install()
  const modal = await openConnect(page, `${devnet.demo}/?wallet=hang`)
  await test.step('times out after four minutes', async () => {
    await walletRowOf(modal).click()
    await expect.poll(() => waitingIn(page)).toBe(1)
    await page.clock.fastForward('04:00')
    await expect(modal).toContainText('Development wallet did not answer')
    await expect(modal.getByRole('button', { name: 'Try again' })).toBeVisible()
    await modal.getByRole('button', { name: 'Back' }).click()
    await behave(page, 'refuse') // ends the request that is still open in the wallet
    await expect.poll(() => waitingIn(page)).toBe(0)
  })
  await test.step('a hint is shown after ten seconds; after Back a late approval has no effect', async () => {
    await behave(page, 'hang')
    await walletRowOf(modal).click()
    await expect(modal).toContainText('Continue in Development wallet')
    await expect.poll(() => waitingIn(page)).toBe(1)
    await page.clock.fastForward(10_000)
    await expect(modal).toContainText('Still waiting for Development wallet')
    await expect(modal.getByRole('button', { name: 'Try again' })).toBeVisible()

    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await behave(page, 'approve') // answers the open requests
    await expect.poll(() => waitingIn(page)).toBe(0)
    await page.clock.runFor(5_000)
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await page.keyboard.press('Escape')
    await expect(connectButtonOf(page)).toBeVisible()
    await connectButtonOf(page).click()
    await walletRowOf(modal).click()
    await expect(accountButtonOf(page)).toBeVisible()
  })
})

test('a locked wallet connects once it is unlocked', async ({ page, devnet }) => {
  await page.clock.install()
  const modal = await openConnect(page, `${devnet.demo}/?wallet=locked`)
  await walletRowOf(modal).click()
  await expect.poll(() => waitingIn(page)).toBe(1)
  await page.clock.fastForward(10_000)
  await expect(modal).toContainText('It may be locked')
  await page.evaluate(() => window.latchkeyWallet.unlock())
  await expect(accountButtonOf(page)).toBeVisible()
})

test('a wallet that reports 4100 is shown as locked, and a wallet that reports an internal error as failed', async ({
  page,
  devnet,
}) => {
  await announceStrange(page, {
    name: 'Vault',
    rdns: 'example.vault',
    fails: { eth_requestAccounts: 4100, wallet_requestPermissions: 4100 },
  })
  await announceStrange(page, {
    name: 'Wreck',
    rdns: 'example.wreck',
    fails: { eth_requestAccounts: -32603, wallet_requestPermissions: -32603 },
  })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^Vault/).click()
  await expect(modal).toContainText('Vault is locked')
  await expect(modal.getByRole('button', { name: 'Try again' })).toBeVisible()
  await modal.getByRole('button', { name: 'Back' }).click()
  await walletRowOf(modal, /^Wreck/).click()
  await expect(modal).toContainText('That did not work in Wreck')
})

test('refusals, changes and disconnects of a connected wallet', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await test.step('a refusal to sign, to send or to switch is shown as a refusal', async () => {
    await behave(page, 'refuse')
    await page.getByRole('button', { name: 'Sign it' }).click()
    await expect(page.getByText('You said no in the wallet. Nothing was signed.')).toBeVisible()
    await page.getByRole('button', { name: /^Send / }).click()
    await expect(page.getByText('You said no in the wallet. Nothing was sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Latchkey Devnet 2', exact: true }).click()
    await expect(
      page.getByText('You said no in the wallet. You are still where you were.'),
    ).toBeVisible()

    const modal = await openAccount(page)
    await modal.getByRole('button', { name: /^Network:/ }).click()
    await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
    await expect(modal).toContainText('Rejected in Development wallet')
    await behave(page, 'approve')
    const moved = waitForText(modal, 'You are on Latchkey Devnet 2')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await moved
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('the page shows another account of the wallet, and disconnects when the wallet disappears', async () => {
    await page.keyboard.press('Escape')
    await page.evaluate(() =>
      window.latchkeyWallet.selectAccount('0x70997970c51812dc3a010c7d01b50e0d17dc79c8'),
    )
    await expect(accountButtonOf(page)).toHaveText('0x70…dc79C8')
    await behave(page, 'disappear')
    await expect(connectButtonOf(page)).toBeVisible()
  })
})

test('the modal adds a network that the wallet does not know', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve&wallet-chains=31337`)
  const modal = await openAccount(page)
  await modal.getByRole('button', { name: /^Network:/ }).click()
  const moved = waitForText(modal, 'You are on Latchkey Devnet 2')
  await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await moved
  expect(await page.evaluate(() => window.latchkeyWallet.getState().chain.id)).toBe(31338)
})

test('without a wallet the list says where to get one; a wallet that announces itself late is added', async ({
  page,
  devnet,
}) => {
  await withoutRelay(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(modal).toContainText('No wallet in this browser yet')
  await modal.getByRole('button', { name: 'Get a wallet' }).click()
  await expect(modal).toHaveAccessibleName('Get a wallet')
  await expect(modal.getByRole('list', { name: 'Wallets to get' })).toContainText('MetaMask')
  await modal.getByRole('button', { name: 'Back' }).click()
  await expect(modal).toContainText('No wallet in this browser yet')
  await page.evaluate(() => {
    const info = { uuid: crypto.randomUUID(), name: 'Latecomer', rdns: 'example.late', icon: '' }
    const provider = {
      request: () => Promise.reject(new Error('no')),
      on() {},
      removeListener() {},
    }
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }),
    )
  })
  await expect(walletRowOf(modal, /^Latecomer/)).toBeVisible()
})

test('of two wallets the last used wallet is listed first', async ({ page, devnet }) => {
  await withoutRelay(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=two`)
  const rows = modal.getByRole('list', { name: 'Wallets' }).getByRole('listitem')
  await expect(rows).toHaveText([/Development wallet\s*Installed/, /Second wallet\s*Installed/])
  await walletRowOf(modal, /^Second wallet/).click()
  await expect(accountButtonOf(page)).toHaveText('0x70…dc79C8')
  await expect(modal).toBeHidden()
  await openAccount(page)
  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await connectButtonOf(page).click()
  await expect(rows).toHaveText([/Second wallet\s*Recent/, /Development wallet\s*Installed/])
})
