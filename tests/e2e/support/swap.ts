/** Swapping, with the steps of a visitor. */
import { expect, type Locator, type Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, parseAbi, parseEther, parseUnits } from 'viem'
import { readContract, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { chainOf } from './holdings.ts'
import { openAccount, visitConnected } from './site.ts'

type Address = `0x${string}`

/** The devnet's first network, with the pools. */
export const networkId = 'eip155:31337'
const deployment = readDeployment(31337)

/** The contract of a token, by its symbol. */
export const tokenOf = (symbol: string): Address =>
  deployment.tokens.find((one) => one.symbol === symbol)?.address ?? '0x'

/** The balance of a token of an account, in its smallest unit. */
export const held = (devnet: Addresses, symbol: string, owner: Address): Promise<bigint> =>
  readContract(chainOf(devnet, networkId), {
    address: tokenOf(symbol),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

/** The allowance of the router for an account's token. */
export const allowed = (devnet: Addresses, symbol: string, owner: Address): Promise<bigint> =>
  readContract(chainOf(devnet, networkId), {
    address: tokenOf(symbol),
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, deployment.swap?.router ?? '0x'],
  })

/** Leaves the screen of a completed swap. */
export const done = (modal: Locator): Promise<void> =>
  modal.getByRole('button', { name: 'Done' }).click()

/** Opens a site as a connected visitor, and the screen for swapping. */
export async function openSwap(page: Page, url: string): Promise<Locator> {
  await visitConnected(page, url)
  const modal = await openAccount(page)
  await swapFromAccount(modal)
  return modal
}

/** Goes from the account to the screen for swapping. */
export async function swapFromAccount(modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(modal).toHaveAccessibleName('Swap')
  await expect(modal.getByText(/ available$/)).toBeVisible()
}

/** Chooses the token of a side by its symbol. */
export async function chooseToken(
  modal: Locator,
  side: 'pay' | 'get',
  symbol: string,
): Promise<void> {
  await modal
    .locator('.amount-box')
    .nth(side === 'pay' ? 0 : 1)
    .getByRole('button', { name: /^Token: |^Select token/ })
    .click()
  await expect(modal).toHaveAccessibleName('Select token')
  await modal.getByRole('searchbox').fill(symbol)
  await modal
    .getByRole('list', { name: 'Found' })
    .getByRole('button', { name: new RegExp(`\\b${symbol}\\b`) })
    .first()
    .click()
  await expect(modal).toHaveAccessibleName('Swap')
}

/** Enters a swap and opens its review, once it has been checked. */
export async function reviewSwap(
  modal: Locator,
  { pay, get, amount }: { pay?: string; get?: string; amount: string },
): Promise<void> {
  if (pay) await chooseToken(modal, 'pay', pay)
  if (get) await chooseToken(modal, 'get', get)
  await amountOf(modal).fill(amount)
  await modal.getByRole('button', { name: 'Review swap' }).last().click()
  await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
}

export const amountOf = (modal: Locator): Locator =>
  modal.getByRole('textbox', { name: 'Amount to pay' })
/** The button that swaps, on the review screen. */
export const swapButtonOf = (modal: Locator): Locator =>
  modal.getByRole('button', { name: /^(Swap|Wrap|Unwrap) \S/ })

/** Waits until a swap has arrived. @returns the amount on the screen */
export async function arrivedIn(modal: Locator): Promise<string> {
  const title = modal.getByText(/ arrived$/)
  await expect(title).toBeVisible({ timeout: 30_000 })
  return (await title.textContent()) ?? ''
}

/**
 * Wraps Ether of an account that the chain has unlocked. So the account has a token without
 * permits.
 */
export async function wrap(devnet: Addresses, account: Address, amount: string): Promise<void> {
  const client = chainOf(devnet, networkId)
  const data = encodeFunctionData({
    abi: parseAbi(['function deposit() payable']),
    functionName: 'deposit',
  })
  await waitForTransactionReceipt(client, {
    hash: await sendTransaction(client, {
      account,
      to: tokenOf('WETH'),
      data,
      value: parseEther(amount),
      chain: null,
    }),
  })
}

/**
 * Mints a token with an account that the chain has unlocked, for itself or for another account. Any
 * account may mint.
 */
export async function mint(
  devnet: Addresses,
  account: Address,
  symbol: string,
  amount: string,
  to = account,
): Promise<void> {
  const client = chainOf(devnet, networkId)
  const { address = '0x', decimals = 18 } =
    deployment.tokens.find((one) => one.symbol === symbol) ?? {}
  const data = encodeFunctionData({
    abi: parseAbi(['function mint(address to, uint256 amount)']),
    functionName: 'mint',
    args: [to, parseUnits(amount, decimals)],
  })
  await waitForTransactionReceipt(client, {
    hash: await sendTransaction(client, { account, to: address, data, chain: null }),
  })
}
