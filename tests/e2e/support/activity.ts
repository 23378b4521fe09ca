/** An account's activity from a visitor's view, and a chain that mines on a test's command. */
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { chainOf } from './holdings.ts'
import { openAccount } from './site.ts'

const networkId = 'eip155:31337'

/** Sends one request to the first chain's node. */
export function requestChain(
  devnet: Addresses,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  // anvil's own methods are not in viem's types
  return chainOf(devnet, networkId).request({ method, params } as never)
}

/** Prevents the chain from mining until `run` has ended. */
export async function holdingBlocks(devnet: Addresses, run: () => Promise<void>): Promise<void> {
  await requestChain(devnet, 'evm_setAutomine', false)
  try {
    await run()
  } finally {
    await requestChain(devnet, 'evm_setAutomine', true)
    await requestChain(devnet, 'evm_mine')
  }
}

/** Sends a tip through the page. It may stay unmined. */
export async function sendTip(page: Page, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('button', { name: `Send ${amount} ETH` }).click()
  await expect(page.getByText('Sent. Waiting for a block.')).toBeVisible()
}

/** Opens the account's activity. */
export async function openActivity(page: Page): Promise<Locator> {
  const modal = await openAccount(page)
  await modal.getByRole('tab', { name: 'Activity' }).click()
  return modal
}

/** The rows under a title. */
export const rowsUnder = (modal: Locator, title: string | RegExp): Locator =>
  modal.getByRole('region', { name: title }).getByRole('listitem').getByRole('button')

/** Hash of the sender's newest pending transaction. */
export async function waitingHash(devnet: Addresses): Promise<string> {
  const block = (await requestChain(devnet, 'eth_getBlockByNumber', 'pending', false)) as {
    transactions: string[]
  } // Ethereum's JSON-RPC defines this form
  return block.transactions.at(-1) ?? ''
}

/** One entry of a history, in the form of the API's answer. */
export const entryOf = (
  index: number,
  minedAt: number,
  hash = `0x${index.toString(16).padStart(64, '0')}`,
) => ({
  id: `entry-${index}`,
  metadata: {
    operationType: index % 3 ? 'send' : 'receive',
    hash,
    minedAt: new Date(minedAt).toISOString(),
    sentFrom: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    sentTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    status: 'confirmed',
    nonce: index,
    application: null,
    chain: networkId,
  },
  transfers: [
    {
      fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: null } },
      nft_info: null,
      direction: index % 3 ? 'out' : 'in',
      quantity: { numeric: `${index}.5` },
      value: null,
      price: null,
    },
  ],
})

/**
 * Makes the API answer a history of `count` entries, one for each hour before `newest`, `size` on a
 * page. `isDown`: whether the request for the page that begins at an index fails.
 */
export async function serveHistory(
  page: Page,
  devnet: Addresses,
  {
    count,
    size,
    newest,
    isDown = () => false,
  }: { count: number; size: number; newest: number; isDown?: (start: number) => boolean },
): Promise<void> {
  await page.route(`${devnet.api}/v1/account/*/history**`, (route: Route) => {
    const start = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    if (isDown(start)) return route.abort('connectionrefused')
    const data = Array.from({ length: Math.min(size, count - start) }, (_, index) =>
      entryOf(start + index, newest - (start + index) * 3_600_000),
    )
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { data, next: start + size < count ? String(start + size) : null },
    })
  })
}
