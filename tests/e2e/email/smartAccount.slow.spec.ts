/** The account of the e-mail wallet as a smart account: its upgrade, a batch, off and on again. */
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import { attacker as friend, readToEnd } from '../support/approvals.ts'
import { frameAxe } from '../support/frameAxe.ts'
import { logIn, makeRich, openSite, requestNode } from '../support/frameSite.ts'
import type { FrameSite } from '../support/frameSite.ts'

type Status = { status: number; atomic: boolean; receipts: unknown[] }

const chainId = '0x7a69'
const calls = [
  { to: friend, value: '0x5' },
  { to: friend, value: '0x7' },
]
const batch = { version: '2.0.0', chainId, atomicRequired: true, calls }

const codeOf = ({ node }: ServedWallet, address: string) =>
  requestNode(node, 'eth_getCode', [address, 'latest'])
const countOf = ({ node }: ServedWallet, address: string) =>
  requestNode(node, 'eth_getTransactionCount', [address, 'latest'])
const statusOf = async ({ call }: FrameSite, id: string) =>
  (await call('wallet_getCallsStatus', [id])) as Status

/** Approves the request that is shown. */
async function approve({ frame }: FrameSite): Promise<void> {
  const button = frame.getByRole('button', { name: 'Approve', exact: true })
  await readToEnd(frame)
  await expect(button).not.toHaveAttribute('aria-disabled', { timeout: 15_000 })
  await button.click()
}

test('the first batch upgrades the account, and the owner turns it off and on in the settings', async ({
  page,
  wallet,
}) => {
  const site = await openSite(page, wallet)
  const { frame } = site
  await logIn(site, wallet, 'smart@example.org')
  const user = (await site.ask('GET_USER')) as { address: string }
  const { address } = user
  expect(user).toMatchObject({
    accounts: [
      { address, type: 'eoa' },
      { address, type: 'smartAccount' },
    ],
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
  })
  await makeRich(wallet, address)
  expect(await site.ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({
    smartAccountEnabledNetworks: [31_337],
  })
  expect(await site.call('wallet_getCapabilities', [address])).toEqual({
    [chainId]: { atomic: { status: 'ready' } },
  })

  await test.step('the approval says that it upgrades the account, and what that is', async () => {
    const sent = site.call('wallet_sendCalls', [batch])
    await expect(frame.getByRole('heading', { name: 'Confirm 2 actions' })).toBeVisible()
    await expect(frame.getByText('Upgrades your account')).toBeVisible()
    await frame.getByText('What that means').click()
    await expect(frame.getByText(/EIP7702StatelessDeleGator/)).toBeVisible()
    expect(await frameAxe(page)).toEqual([])
    await approve(site)
    const { id } = (await sent) as { id: string }
    await expect.poll(async () => (await statusOf(site, id)).status).toBe(200)
    const { atomic, receipts } = await statusOf(site, id)
    expect([atomic, receipts.length]).toEqual([true, 1])
    expect(await codeOf(wallet, address)).toMatch(/^0xef0100/)
    // the transaction, and its authorisation
    expect(await countOf(wallet, address)).toBe('0x2')
  })

  await test.step('off, with its cost, and on again', async () => {
    const closed = site.ask('OPEN_SETTINGS')
    await frame.getByRole('button', { name: /^Smart account/ }).click()
    expect(await frameAxe(page)).toEqual([])
    await frame.getByRole('button', { name: /^Turn off: \P{L}?Devnet/u }).click()
    await expect(frame.getByRole('heading', { name: /^Turn off on \P{L}?Devnet/u })).toBeVisible()
    await expect(frame.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(frame.getByText(/^0\.\d+ \P{L}?ETH$/u)).toBeVisible()
    expect(await frameAxe(page)).toEqual([])
    const button = frame.getByRole('button', { name: 'Turn off', exact: true })
    await readToEnd(frame)
    await expect(button).not.toHaveAttribute('aria-disabled')
    await button.click()
    await expect(frame.getByText('The transaction is sent')).toBeVisible()
    await expect.poll(() => codeOf(wallet, address)).toBe('0x')
    const done = frame.getByRole('button', { name: 'Smart account', exact: true })
    await expect(done).toBeFocused()
    await done.click()
    expect(await site.call('wallet_getCapabilities', [address])).toEqual({
      [chainId]: { atomic: { status: 'unsupported' } },
    })
    await frame.getByRole('button', { name: /^Turn on: \P{L}?Devnet/u }).click()
    await expect(frame.getByRole('button', { name: /^Turn off: \P{L}?Devnet/u })).toBeVisible()
    await frame.getByRole('button', { name: 'Close' }).click()
    await closed
    expect(await site.call('wallet_getCapabilities', [address])).toEqual({
      [chainId]: { atomic: { status: 'ready' } },
    })
  })
})
