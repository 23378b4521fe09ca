/**
 * The e-mail wallet on a foreign site: requests that move value or give a right are approved in the
 * wallet's own window.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { requestNode, makeRich } from '../support/frameSite.ts'
import type { FrameSite } from '../support/frameSite.ts'
import { logInThroughWindow, openForeignSite, windowOf } from '../support/walletWindow.ts'

test.setTimeout(90_000)
test.use({ allowConsole: [/40\d .*v1\/|postMessage/] })

type User = { address: string; chainId: number; email: string }

const send = (address: string) => [
  { from: address, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '0xde0b6b3a7640000' },
]

/** Logs a visitor in on a site, and gives the account ten Ether. */
async function begin(
  page: Page,
  wallet: ServedWallet,
  email: string,
): Promise<{ site: FrameSite; address: string }> {
  const site = await openForeignSite(page, wallet)
  await logInThroughWindow(site, wallet, email)
  const { address } = (await site.ask('GET_USER')) as User
  await makeRich(wallet, address)
  return { site, address }
}

test('a new visitor logs in in the wallet’s window, and a transaction approved there is mined', async ({
  page,
  wallet,
}) => {
  const { site, address } = await begin(page, wallet, 'window@example.org')
  expect(await site.call('eth_accounts')).toEqual([address])
  const [own, sent] = await windowOf(site, () =>
    site.call('eth_sendTransaction', send(address), 'send-1'),
  )
  await expect(own.getByText(new URL(wallet.other).host)).toBeVisible()
  await expect(site.frame.getByRole('heading', { name: 'Go on in the other window' })).toBeVisible()
  await readToEnd(own)
  await Promise.all([
    own.waitForEvent('close'),
    own.getByRole('button', { name: 'Approve' }).click(),
  ])
  const hash = (await sent) as string
  await expect
    .poll(() => requestNode(wallet.node, 'eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1', from: address.toLowerCase() })
  // a request that is repeated with the same id is not sent again, also after a reload
  await page.reload()
  const again = await openForeignSite(page, wallet)
  expect(await again.ask('IS_CONNECTED')).toEqual({ isConnected: true })
  expect(await again.call('eth_sendTransaction', send(address), 'send-1')).toBe(hash)
})
