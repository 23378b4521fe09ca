/** Customers' sites with every library: a visitor's actions work, and the chain confirms them. */
import type { Page } from '@playwright/test'
import { createPublicClient, http, verifyMessage } from 'viem'
import type { Hex } from 'viem'
import { holdingBlocks, rowsUnder } from '../support/activity.ts'
import { behave } from '../support/developmentWallet.ts'
import { rest } from '../support/rest.ts'
import { modalOf, walletRowOf } from '../support/site.ts'
import { message, recipient, tip } from './parts/acts.ts'
import { expect, test } from '../fixtures/test.ts'

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [firstNetwork, secondNetwork] = ['31337', '31338']

/**
 * `connects`: the result of the library's own connect; `refusal`: the library's error for a
 * refusal.
 */
const sites = [
  {
    name: 'wagmi 3 with its config as a source',
    folder: 'wagmi-3',
    page: 'source.html',
    connects: 'asks the wallet',
    refusal: 'UserRejectedRequestError 4001',
  },
  {
    name: 'wagmi 3 with a connector over the kit',
    folder: 'wagmi-3',
    page: 'connector.html',
    connects: 'opens the modal',
    refusal: 'UserRejectedRequestError 4001',
  },
  {
    name: 'wagmi 2 with its config as a source',
    folder: 'wagmi-2',
    page: 'source.html',
    connects: 'asks the wallet',
    refusal: 'UserRejectedRequestError 4001',
  },
  {
    name: 'wagmi 2 with a connector over the kit',
    folder: 'wagmi-2',
    page: 'connector.html',
    connects: 'opens the modal',
    refusal: 'UserRejectedRequestError 4001',
  },
  {
    name: 'viem',
    folder: 'viem',
    page: '',
    connects: 'opens the modal',
    refusal: 'UserRejectedRequestError 4001',
  },
  {
    name: 'ethers 6',
    folder: 'ethers',
    page: '',
    connects: 'opens the modal',
    refusal: 'ACTION_REJECTED 4001',
  },
]

const statusNamed = (page: Page, name: string) => page.getByRole('status', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Checks that both halves of the page show the same value. */
async function expectBoth(page: Page, field: 'status' | 'address' | 'network', value: string) {
  await expect(statusNamed(page, `Library ${field}`)).toHaveText(value)
  await expect(statusNamed(page, `Kit ${field}`)).toHaveText(value)
}

/** Presses a button of the library's half. @returns the result */
async function act(page: Page, name: string, outcome: RegExp | string = /./): Promise<string> {
  await button(page, name).click()
  await expect(statusNamed(page, name)).toHaveText(outcome)
  return statusNamed(page, name).innerText()
}

async function connectByModal(page: Page) {
  await button(page, 'Connect wallet').click()
  await walletRowOf(modalOf(page)).click()
  await expect(modalOf(page)).toBeHidden()
  await expectBoth(page, 'address', ann)
}

/**
 * Opens the Account screen of the kit's modal, and waits for the tokens, because the modal grows
 * with them and its buttons move.
 */
async function openAccount(page: Page) {
  await page.getByRole('button', { name: /^Account/ }).click()
  const modal = modalOf(page)
  await expect(modal.getByText(/\d ETH$/)).toBeVisible()
  await rest(page)
  return modal
}

async function goToFirstNetworkInModal(page: Page) {
  const modal = await openAccount(page)
  await modal.getByRole('button', { name: /^Network:/ }).click()
  await modal.getByRole('button', { name: 'Latchkey Devnet', exact: true }).click()
  await expect(modal).toHaveAccessibleName('Account')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
}

/** Signs with the library. @returns whether it is the account's signature */
const signsAs = async (page: Page, address: Hex) =>
  // `act` has matched the beginning of the result
  verifyMessage({ address, message, signature: (await act(page, 'Sign', /^0x/)) as Hex })

/**
 * Sends with the library, which waits for the receipt, and reads the transaction from the chain
 * itself.
 */
async function sendAndRead(page: Page, rpcUrl: string | undefined) {
  // `act` has matched this form
  const hash = (await act(page, 'Send', /^success 0x[0-9a-f]{64}$/)).split(' ')[1] as Hex
  const chain = createPublicClient({ transport: http(rpcUrl) })
  const [{ from, to, value }, { status }] = await Promise.all([
    chain.getTransaction({ hash }),
    chain.getTransactionReceipt({ hash }),
  ])
  return { from: from.toLowerCase(), to: to?.toLowerCase(), value, status }
}

const sentBy = (account: string) => ({
  from: account.toLowerCase(),
  to: recipient.toLowerCase(),
  value: tip,
  status: 'success',
})

/**
 * Records every status of the visitor on the page from the start, as a route guard would see it.
 */
const watchStatuses = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () =>
      document
        .querySelectorAll('output[aria-label$=status]')
        .forEach((output) => seen.push(`${output.ariaLabel}: ${output.textContent}`))
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })

for (const { name, folder, page: path, connects, refusal } of sites)
  test(name, async ({ page, devnet, sites }) => {
    await page.goto(`${sites.get(folder)}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      `A site with ${folder.replace('-', ' ')}`,
    )
    await expect(statusNamed(page, 'Library status')).toHaveText('disconnected')
    await test.step('a visitor connects with the library, stays connected over three reloads, and is disconnected by each side', async () => {
      const connect = async () => {
        await button(page, 'Connect').click()
        if (connects === 'opens the modal') await walletRowOf(modalOf(page)).click()
      }
      await behave(page, 'refuse')
      await connect()
      if (connects === 'opens the modal') {
        await expect(modalOf(page)).toContainText('Rejected in Development wallet')
        await page.keyboard.press('Escape')
      }
      await expect(statusNamed(page, 'Connect')).toHaveText(refusal)
      await expectBoth(page, 'status', 'disconnected')
      await behave(page, 'approve')

      await connect()
      await expectBoth(page, 'address', ann)
      await watchStatuses(page)
      for (let reload = 0; reload < 3; reload++) {
        await page.reload()
        await expectBoth(page, 'status', 'connected')
        await expectBoth(page, 'address', ann)
        const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
        expect(seen).not.toContain('Kit status: disconnected')
        if (folder.startsWith('wagmi')) expect(seen).not.toContain('Library status: disconnected')
      }

      expect(await signsAs(page, ann)).toBe(true)

      const sides = {
        library: () => button(page, 'Disconnect').click(),
        modal: async () =>
          (await openAccount(page)).getByRole('button', { name: 'Disconnect' }).click(),
        wallet: () => page.evaluate(() => window.latchkeyWallet.disconnect()),
      }
      for (const [side, leave] of Object.entries(sides))
        await test.step(`disconnected by the ${side}`, async () => {
          if (side !== 'library') await connect()
          await expectBoth(page, 'address', ann)
          await expect(modalOf(page)).toBeHidden()
          await leave()
          await expectBoth(page, 'status', 'disconnected')
        })
      await page.reload()
      await expect(button(page, 'Connect wallet')).toBeEnabled()
      await expectBoth(page, 'status', 'disconnected')
    })
    await test.step('a visitor who connected through the modal signs and sends, and a refusal is the library’s own error', async () => {
      await connectByModal(page)
      expect(await signsAs(page, ann)).toBe(true)
      expect(await sendAndRead(page, devnet.chains['eip155:31337'])).toEqual(sentBy(ann))
      await behave(page, 'refuse')
      for (const name of ['Sign', 'Send', 'Second network']) await act(page, name, refusal)
      await behave(page, 'approve')
      expect(await signsAs(page, ann)).toBe(true)
    })
    await test.step('switches the network with the library, in the modal and in the wallet, and the account', async () => {
      await expectBoth(page, 'network', firstNetwork)
      await button(page, 'Second network').click()
      await expectBoth(page, 'network', secondNetwork)
      expect(await sendAndRead(page, devnet.chains['eip155:31338'])).toEqual(sentBy(ann))
      await goToFirstNetworkInModal(page)
      await expectBoth(page, 'network', firstNetwork)
      await page.evaluate(() => window.latchkeyWallet.switchChain(31338))
      await expectBoth(page, 'network', secondNetwork)

      await page.evaluate((account) => window.latchkeyWallet.selectAccount(account), bob as Hex)
      await expectBoth(page, 'address', bob)
      expect(await signsAs(page, bob)).toBe(true)
      expect(await sendAndRead(page, devnet.chains['eip155:31338'])).toEqual(sentBy(bob))
    })
  })

for (const { name, path } of [
  { name: 'viem', path: '' },
  { name: 'wagmi-3', path: 'connector.html' },
])
  test(`a transaction that ${name} sends is listed on Activity as pending, and as sent after it is mined`, async ({
    page,
    devnet,
    sites,
  }) => {
    await page.goto(`${sites.get(name)}/${path}`)
    await connectByModal(page)
    const modal = modalOf(page)
    await holdingBlocks(devnet, async () => {
      await button(page, 'Send').click()
      await page.getByRole('button', { name: /^Account/ }).click()
      await modal.getByRole('tab', { name: 'Activity' }).click()
      await expect(rowsUnder(modal, 'Pending')).toHaveText(/^SentPending.*0x90…93b906/i)
    })
    await expect(rowsUnder(modal, 'Pending')).toHaveCount(0)
    await expect(
      modal
        .getByRole('listitem')
        .filter({ hasText: /0x90…93b906/i })
        .first(),
    ).not.toContainText('Pending')
    await page.keyboard.press('Escape')
    await expect(statusNamed(page, 'Send')).toHaveText(/^success 0x[0-9a-f]{64}$/)
  })
