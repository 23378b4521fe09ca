/**
 * The e-mail wallet in browsers without windows: the site's tab leaves for the wallet's own page,
 * and returns with the answer.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { approveIn } from '../support/approvals.ts'
import { requestNode, frameUrl, makeRich } from '../support/frameSite.ts'
import { backOn, leaveWith, logInAway, openInApp } from '../support/walletRedirect.ts'

test.setTimeout(90_000)
test.use({ allowConsole: [/40\d .*v1\/|postMessage/] })

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const sendOf = (from: string, value = '0xde0b6b3a7640000') => ({
  method: 'eth_sendTransaction',
  params: [{ from, to: friend, value }],
  chainId: 31_337,
})
const countOf = async (wallet: ServedWallet, address: string) =>
  Number(await requestNode(wallet.node, 'eth_getTransactionCount', [address, 'latest']))
const plain = (page: Page) => page.getByRole('heading', { name: 'This is the inside of a wallet' })

/** Logs a new visitor in on the site, and gives the account ten Ether. */
async function begin(page: Page, wallet: ServedWallet, email: string) {
  await openInApp(page, wallet)
  const addresses = await logInAway(page, wallet, email)
  await makeRich(wallet, addresses.eip155)
  const site = await openInApp(page, wallet)
  return { site, addresses, address: addresses.eip155 }
}

test('a new visitor logs in and sends through the wallet’s page; a reload and a repeated request do not send again', async ({
  page,
  wallet,
}) => {
  const { site, addresses, address } = await begin(page, wallet, 'away@example.org')
  // the frame does not store the login, so the site has to name the account
  expect(await site.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await site.ask('RESUME', { addresses, email: 'away@example.org' })).toEqual({
    isConnected: true,
  })
  expect(await site.call('eth_accounts')).toEqual([address])
  const id = crypto.randomUUID()
  // this request fails, because the page leaves before the answer arrives
  void site.ask('RPC_REQUEST', sendOf(address), id).catch(() => {})
  await expect(page.getByText('1 ETH').first()).toBeVisible()
  await expect(page.getByText(new URL(wallet.other).host).first()).toBeVisible()
  await page.reload()
  await approveIn(page, 'Approve')
  const { result } = await backOn(page, wallet.other)
  await expect
    .poll(() => requestNode(wallet.node, 'eth_getTransactionReceipt', [result]))
    .toMatchObject({ status: '0x1', from: address.toLowerCase() })
  await leaveWith(page, wallet, { id, name: 'RPC_REQUEST', payload: sendOf(address) })
  expect(await backOn(page, wallet.other)).toEqual({ id, result })
  expect(await countOf(wallet, address)).toBe(1)
  // another request with the same id is refused
  await leaveWith(page, wallet, { id, name: 'RPC_REQUEST', payload: sendOf(address, '0x1') })
  expect(await backOn(page, wallet.other)).toMatchObject({ id, error: { code: -32_600 } })
  expect(await countOf(wallet, address)).toBe(1)
})

test('a declined request returns to the site with the code 4001; the browser’s Back button gives no answer', async ({
  page,
  wallet,
}) => {
  const { address } = await begin(page, wallet, 'unwilling@example.org')
  const id = crypto.randomUUID()
  await leaveWith(page, wallet, { id, name: 'RPC_REQUEST', payload: sendOf(address) })
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  expect(await backOn(page, wallet.other)).toMatchObject({ id, error: { code: 4001 } })
  await openInApp(page, wallet)
  await leaveWith(page, wallet, {
    id: crypto.randomUUID(),
    name: 'RPC_REQUEST',
    payload: sendOf(address),
  })
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await page.goBack()
  await page.waitForURL(`${wallet.other}/`)
  expect(await countOf(wallet, address)).toBe(0)
})

test('a request for another account and a forbidden method are refused, and an old request is not shown', async ({
  page,
  wallet,
}) => {
  const { address } = await begin(page, wallet, 'only-own@example.org')
  const ask = async (request: object) => {
    await leaveWith(page, wallet, { id: crypto.randomUUID(), name: 'RPC_REQUEST', ...request })
    const { error } = await backOn(page, wallet.other)
    await openInApp(page, wallet)
    return error?.code
  }
  expect(await ask({ payload: sendOf(friend) })).toBe(4100)
  expect(await ask({ payload: { method: 'eth_accounts' } })).toBe('rpcNotAllowed')
  expect(await ask({ payload: { method: 'eth_of_nobody' } })).toBe('rpcNotAllowed')
  expect(await ask({ payload: { params: [] } })).toBe(-32_602)
  expect(await ask({ payload: sendOf(address), until: Date.now() - 1 })).toBe('requestAborted')
})

test('the wallet’s page returns only to the site in the browser’s referrer', async ({
  page,
  wallet,
}) => {
  const login = { id: crypto.randomUUID(), name: 'CONNECT_WINDOW', payload: {} }
  await page.goto(wallet.stranger)
  await leaveWith(page, wallet, { ...login, returnTo: `${wallet.other}/` })
  await expect(plain(page)).toBeVisible()
  await page.goto(wallet.stranger)
  await leaveWith(page, wallet, login)
  await expect(plain(page)).toBeVisible()
  for (const returnTo of [
    `${wallet.stranger}/`,
    `${wallet.other}/?query`,
    `${wallet.other}/#fragment`,
    `${wallet.other.replace('http://', 'http://ann@')}/`,
    'javascript:alert(1)',
    '//x',
    wallet.url,
  ]) {
    await page.goto(wallet.other)
    await leaveWith(page, wallet, { ...login, returnTo })
    await expect(plain(page), returnTo).toBeVisible()
    expect(page.url()).toContain(wallet.url)
  }
  await page.goto(wallet.other)
  await leaveWith(page, wallet, login, { policy: 'no-referrer' })
  await expect(plain(page)).toBeVisible()
  await page.goto(`${wallet.url}/window?projectId=kiosk`)
  await expect(plain(page)).toBeVisible()
})

test('a foreign page that opened the site’s window cannot send requests as the site, by changing the fragment or by history navigation', async ({
  page,
  wallet,
}) => {
  await page.goto(wallet.stranger)
  const opened = page.waitForEvent('popup')
  await page.evaluate(
    (url) => void Object.assign(window, { opened: window.open(url) }),
    wallet.other,
  )
  const popup = await opened
  await popup.waitForLoadState()
  await leaveWith(popup, wallet, { id: crypto.randomUUID(), name: 'CONNECT_WINDOW', payload: {} })
  await expect(popup.getByLabel('Email address')).toBeVisible()
  // The foreign site changes the fragment of the window's URL, then navigates away and back. The
  // browser reloads the document, with the foreign site as referrer.
  const forged = {
    id: crypto.randomUUID(),
    name: 'CONNECT_WINDOW',
    payload: { email: 'forged-answer@example.org' },
    returnTo: `${wallet.other}/`,
    until: Date.now() + 600_000,
  }
  const lead = (url: string) =>
    page.evaluate(
      (url) => void ((window as unknown as { opened: Window }).opened.location.href = url),
      url,
    ) // the stranger's page has stored the window as `opened`
  const address = `${popup.url().split('#')[0]}#request=${encodeURIComponent(JSON.stringify(forged))}`
  await lead(address)
  await popup.waitForURL(address)
  await lead(`${wallet.stranger}/`)
  await popup.waitForURL(`${wallet.stranger}/`)
  await popup.goBack()
  await expect(popup.getByRole('heading').first()).toBeVisible()
  await expect(plain(popup)).toBeVisible()
})

test.describe('a page whose opener policy cuts its windows off', () => {
  test.use({ allowConsole: [/40\d .*v1\/|postMessage|Scripts may close/] })
  test('continues in its own tab after the visitor presses a button on the card', async ({
    page,
    wallet,
  }) => {
    await page.goto(`${wallet.other}/isolated`)
    await page.evaluate((url) => window.site.open(url), frameUrl(wallet, 'kiosk'))
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Press' }).click()
    void page.evaluate(
      () => void window.site.ask('CONNECT_WINDOW', { email: 'isolated@example.org' }),
    )
    const lost = await opened
    await expect.poll(() => lost.isClosed()).toBe(true) // the window closes itself
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Continue in a new window' }).click()
    await frame.getByRole('button', { name: 'Go on in this tab' }).click()
    await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
    await page.getByLabel('Code from the e-mail').fill(await wallet.codeTo('isolated@example.org'))
    expect(await backOn(page, wallet.other)).toMatchObject({ result: { action: 'CONNECT' } })
    expect(new URL(page.url()).pathname).toBe('/isolated')
  })
})
