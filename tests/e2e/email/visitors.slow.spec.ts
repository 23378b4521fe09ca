/**
 * Visitors of a foreign site, in browsers that restrict frames: they log in, send, return, and send
 * again.
 */
import type { Page } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Mailed } from '../fixtures/serveMailed.entry.ts'
import { readToEnd } from '../support/approvals.ts'
import { addressOn } from '../support/companyLogin.ts'
import { chainOf } from '../support/holdings.ts'
import { accountButtonOf, openConnect } from '../support/site.ts'

test.setTimeout(120_000)

/** Who gets the demo's tips. */
const bakers = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
/** The demo's tip, in wei. */
const tip = 5_000_000_000_000_000n

test.use({ allowConsole: [/40\d .*v1\/|postMessage|ERR_FAILED|storage|Storage/] })

/** Types an address on the Connect screen. @returns the wallet's window */
async function openLogin(page: Page, site: string, email: string): Promise<Page> {
  const modal = await openConnect(page, site)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  const [own] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  return own
}

/** Logs in as a new visitor. @returns the address of the account */
async function logIn(page: Page, mailed: Mailed, email: string): Promise<string> {
  const own = await openLogin(page, mailed.shop, email)
  await own.getByLabel('Code from the e-mail').fill(await mailed.codeTo(email))
  return addressOn(page)
}

/**
 * Sends with the site's own button, and approves in the wallet's window. @param asksFirst whether
 * the window first requests access to the account again, because the frame could not store it
 */
async function send(page: Page, asksFirst = false): Promise<void> {
  const [own] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Send 0.005 ETH' }).click(),
  ])
  if (asksFirst) await own.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(own.getByText('0.005 ETH').first()).toBeVisible()
  await readToEnd(own)
  await Promise.all([
    own.waitForEvent('close'),
    own.getByRole('button', { name: 'Approve' }).click(),
  ])
}

/** What the bakers have, in wei. The account’s transactions tell nothing: the bakery sends them. */
async function heldByBakers(devnet: Addresses): Promise<bigint> {
  const balance = await chainOf(devnet, 'eip155:31337').request({
    method: 'eth_getBalance',
    params: [bakers, 'latest'],
  })
  return BigInt(balance)
}

/** Logs in, sends, reloads and sends again. */
async function expectAtHome(
  page: Page,
  mailed: Mailed,
  devnet: Addresses,
  email: string,
  comeBack: (address: string) => Promise<void>,
  asksFirst = false,
): Promise<void> {
  const address = await logIn(page, mailed, email)
  await chainOf(devnet, 'eip155:31337').request({
    method: 'anvil_setBalance',
    params: [address, '0x8ac7230489e80000'],
  } as never) // viem's types lack this method, which only development chains have
  const before = await heldByBakers(devnet)
  await send(page)
  await expect.poll(() => heldByBakers(devnet)).toBe(before + tip)
  await page.reload()
  await comeBack(address)
  await send(page, asksFirst)
  await expect.poll(() => heldByBakers(devnet)).toBe(before + 2n * tip)
}

test('a visitor who blocks third-party cookies is logged in after a reload', async ({
  blockingVisitor: { page },
  mailed,
  devnet,
}) => {
  await expectAtHome(page, mailed, devnet, 'blocking@example.org', () =>
    expect(accountButtonOf(page)).toBeVisible(),
  )
})

test('a visitor in a private window is logged in after a reload', async ({
  privateVisitor: { page },
  mailed,
  devnet,
}) => {
  await expectAtHome(page, mailed, devnet, 'private@example.org', () =>
    expect(accountButtonOf(page)).toBeVisible(),
  )
})

test('if the browser blocks the frame’s storage, the site stays connected after a reload, and the window signs', async ({
  storelessVisitor: { page },
  mailed,
  devnet,
}) => {
  await expectAtHome(
    page,
    mailed,
    devnet,
    'storeless@example.org',
    async (address) => {
      await expect(accountButtonOf(page)).toBeVisible()
      expect(await addressOn(page)).toBe(address)
    },
    true,
  )
})
