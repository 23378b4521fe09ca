/** A visitor with an e-mail account and USDC, on the demo of the bakery. */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { createTestClient, erc20Abi, formatUnits, http, parseEther, parseUnits } from 'viem'
import type { Address } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getCode, readContract, writeContract } from 'viem/actions'
import { developmentMnemonic } from 'latchkey/testing'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import type { Mailed } from '../fixtures/serveMailed.entry.ts'
import { expect } from '../fixtures/test.ts'
import { readToEnd } from './approvals.ts'
import { chainOf } from './holdings.ts'
import { accountButtonOf, modalOf, openConnect } from './site.ts'

const networkId = 'eip155:31337'

/** A logged-in visitor. */
export type Subscriber = {
  address: Address
  /** How many USDC the account has. */
  holdings: () => Promise<number>
  /** Whether the account is a smart account on the chain. */
  isSmart: () => Promise<boolean>
}

/** Logs a visitor in on a site, and gives the account 100 USDC, and Ether for its upgrade. */
export async function logInWithFunds(
  page: Page,
  { mailed, devnet, email }: { mailed: Mailed; devnet: Addresses; email: string },
): Promise<Subscriber> {
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.keyboard.press('Enter')
  const code = await mailed.codeTo(email)
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await page.keyboard.type(code)
  await expect(accountButtonOf(page)).toBeVisible({ timeout: 30_000 })
  const stored = await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))
  // the pattern begins with 0x
  const address = (/0x[0-9a-fA-F]{40}/.exec(stored ?? '')?.[0] ?? '0x') as Address
  const client = chainOf(devnet, networkId)
  const usdc = readDeployment(31_337).tokens.find(({ symbol }) => symbol === 'USDC')
  if (!usdc) throw new Error('the devnet has no USDC')
  const contract = { address: usdc.address, abi: erc20Abi } as const
  const node = createTestClient({ mode: 'anvil', transport: http(devnet.chains[networkId]) })
  await node.setBalance({ address, value: parseEther('1') })
  await writeContract(node, {
    ...contract,
    account: mnemonicToAccount(developmentMnemonic),
    chain: null,
    functionName: 'transfer',
    args: [address, parseUnits('100', usdc.decimals)],
  })
  const holdings = async () => {
    const units = await readContract(client, {
      ...contract,
      functionName: 'balanceOf',
      args: [address],
    })
    return Number(formatUnits(units, usdc.decimals))
  }
  await expect.poll(holdings).toBe(100)
  const isSmart = async () => (await getCode(client, { address }))?.startsWith('0xef0100') === true
  return { address, holdings, isSmart }
}

/** The card of the subscription on the demo's page. */
export const subscriptionOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'A loaf each day' })

/** The wallet's frame in a page. */
export const walletOf = (page: Page): FrameLocator =>
  page.locator('[data-latchkey=wallet] iframe').contentFrame()

/** A number of loaves that the page shows. */
export const loavesOn = async (page: Page): Promise<number> =>
  Number(await subscriptionOf(page).getByRole('definition').first().textContent())

/**
 * Presses "Subscribe", and waits for the wallet's screen. The 30 days of the tests' bakery are ten
 * minutes, enough for a slow machine.
 */
export async function askForPermission(page: Page): Promise<FrameLocator> {
  await subscriptionOf(page).getByRole('combobox', { name: 'For how long' }).selectOption('30 days')
  await subscriptionOf(page).getByRole('button', { name: 'Subscribe for 4 USDC a loaf' }).click()
  const frame = walletOf(page)
  await expect(frame.getByRole('heading', { name: 'Give a permission' })).toBeVisible({
    timeout: 30_000,
  })
  return frame
}

/** Reads the shown permission to its end, and allows it. */
export async function allowPermission(frame: FrameLocator): Promise<void> {
  const approve = frame.getByRole('button', { name: 'Allow', exact: true })
  await readToEnd(frame)
  await expect(approve).not.toHaveAttribute('aria-disabled', { timeout: 30_000 })
  await approve.click()
}

/** Opens the wallet's settings from the account of the page. */
export async function openWalletSettings(page: Page): Promise<void> {
  await accountButtonOf(page).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: /Your wallets$/ }).click()
  await modal.getByRole('button', { name: 'Wallet settings' }).click()
}

/** Presses a key until an element has the focus. */
export async function pressUntilFocused(page: Page, key: string, place: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(place).toBeFocused()
}

/**
 * Moves the focus to a button, and presses Enter until what follows is there: the wallet ignores a
 * press right after a screen has changed.
 */
export async function enterUntil(page: Page, button: Locator, next: Locator): Promise<void> {
  await pressUntilFocused(page, 'Tab', button)
  await expect(async () => {
    if (await button.isVisible()) await page.keyboard.press('Enter')
    await expect(next).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
}
