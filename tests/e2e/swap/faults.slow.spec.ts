/**
 * Swaps that are refused, or during which a service cannot be reached. Each failure is shown,
 * nothing is paid twice, and the swap succeeds afterwards.
 */
import type { Locator, Page } from '@playwright/test'
import { parseEther } from 'viem'
import { getBalance, getTransactionCount } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import { behave, waitingIn } from '../support/developmentWallet.ts'
import { chainOf } from '../support/holdings.ts'
import { modalOf, openAccount, visitConnected } from '../support/site.ts'
import {
  allowed,
  amountOf,
  arrivedIn,
  chooseToken,
  done,
  held,
  mint,
  networkId,
  openSwap,
  reviewSwap,
  swapButtonOf,
  swapFromAccount,
  wrap,
} from '../support/swap.ts'
import { tabTo } from '../support/tabTo.ts'

const self = addressOf('everyday user')

test.setTimeout(240_000)
// the browser itself writes failed requests to the console
test.use({ allowConsole: [/Failed to load resource|ERR_FAILED/] })

const sentBy = (devnet: Addresses) =>
  getTransactionCount(chainOf(devnet, networkId), { address: self })

/** Blocks the API's answers to a path. @returns a function that ends it */
async function cutApi(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(`**/v1/convert/${path}**`, (route) => route.abort())
  return () => page.unroute(`**/v1/convert/${path}**`)
}

/**
 * Blocks the nodes: at once, or with `isSent` only after a transaction has passed. @returns a
 * function that ends it
 */
async function cutNodes(page: Page, isSent: boolean): Promise<() => Promise<void>> {
  let isCut = !isSent
  const isNode = (url: URL) => !url.pathname.startsWith('/v1/convert')
  await page.route(isNode, async (route) => {
    const body = route.request().postData() ?? ''
    if (!body.includes('"jsonrpc"')) return route.fallback()
    if (isCut) return route.abort()
    isCut = body.includes('eth_sendRawTransaction')
    await route.fallback()
  })
  return () => page.unroute(isNode)
}

type Fault = {
  name: string
  pay: 'ETH' | 'WETH' | 'USDC'
  /** When the failure begins: before the review or before the press. */
  from: 'review' | 'press'
  begin: (page: Page) => Promise<() => Promise<void>>
  /** The text for the visitor. */
  text: string | RegExp
}

const refusing = async (page: Page) => {
  await behave(page, 'refuse')
  return () => behave(page, 'approve')
}
const refused = 'Rejected in Development wallet'
const unreachable = 'The service is out of reach right now.'
const unchecked = 'This cannot be checked right now'

const faults: readonly Fault[] = [
  { name: 'the approval is refused', pay: 'WETH', from: 'press', begin: refusing, text: refused },
  { name: 'the permit is refused', pay: 'USDC', from: 'press', begin: refusing, text: refused },
  { name: 'the swap is refused', pay: 'ETH', from: 'press', begin: refusing, text: refused },
  {
    name: 'the API is gone for the transaction',
    pay: 'ETH',
    from: 'review',
    begin: (page) => cutApi(page, 'build-transaction'),
    text: unchecked,
  },
  {
    name: 'the API is gone after the review: prices',
    pay: 'ETH',
    from: 'press',
    begin: (page) => cutApi(page, 'quotes'),
    text: unreachable,
  },
  {
    name: 'the API is gone after the review: the transaction',
    pay: 'USDC',
    from: 'press',
    begin: (page) => cutApi(page, 'build-transaction'),
    text: unreachable,
  },
  {
    name: 'the node is gone for the review',
    pay: 'USDC',
    from: 'review',
    begin: (page) => cutNodes(page, false),
    text: unchecked,
  },
  {
    name: 'the node is gone after the review',
    pay: 'WETH',
    from: 'press',
    begin: (page) => cutNodes(page, false),
    text: unreachable,
  },
]

const review = (modal: Locator) => modal.getByRole('button', { name: 'Review swap' }).last()

test('a refusal or an outage at any step is shown and pays nothing, and then the same swap works', async ({
  page,
  devnet,
}) => {
  await wrap(devnet, self, '1')
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  for (const [at, { name, pay, from, begin, text }] of faults.entries())
    await test.step(name, async () => {
      await chooseToken(modal, 'pay', pay)
      await chooseToken(modal, 'get', 'LINK')
      await amountOf(modal).fill(pay === 'USDC' ? `1${at}` : `0.01${at}`)
      await expect(review(modal)).toBeVisible()
      const before = await sentBy(devnet)
      let end = from === 'review' ? await begin(page) : undefined
      await review(modal).click()
      if (from === 'press') {
        await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
        end = await begin(page)
        await swapButtonOf(modal).click()
      }
      await expect(modal).toContainText(text, { timeout: 45_000 })
      expect(await sentBy(devnet)).toBe(before)
      expect(await waitingIn(page)).toBe(0)
      await end?.()
      await modal.getByRole('button', { name: 'Try again' }).click()
      if (from === 'review') await swapButtonOf(modal).click()
      await arrivedIn(modal)
      if (pay !== 'ETH') expect(await allowed(devnet, pay, self)).toBe(0n)
      await done(modal)
      await swapFromAccount(modal)
    })
})

test('if the node fails after the swap was sent, the screen continues automatically, and the swap is not sent again', async ({
  page,
  devnet,
}) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await reviewSwap(modal, { get: 'USDC', amount: '0.021' })
  const before = await sentBy(devnet)
  const end = await cutNodes(page, true)
  await swapButtonOf(modal).click()
  await expect(modal).toContainText('On its way')
  await expect.poll(() => sentBy(devnet)).toBe(before + 1)
  await expect(modal.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await end()
  await arrivedIn(modal)
  expect(await sentBy(devnet)).toBe(before + 1)
})

test('after a reload between the approval and the swap while the node is down, the swap continues with its allowance when the node is back', async ({
  page,
  devnet,
}) => {
  await wrap(devnet, self, '0.2')
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await reviewSwap(modal, { pay: 'WETH', get: 'LINK', amount: '0.123' })
  await behave(page, 'hang')
  await swapButtonOf(modal).click()
  await expect.poll(() => waitingIn(page)).toBe(1)
  await page.evaluate(() => {
    window.latchkeyWallet.setBehaviour('approve')
    window.latchkeyWallet.setBehaviour('hang')
  })
  await expect(modal).toContainText('Confirm the swap there.', { timeout: 30_000 })
  const before = await sentBy(devnet)
  const end = await cutNodes(page, false)
  await page.reload()
  await openAccount(page)
  await modal.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(modal).toContainText('You have already allowed 0.123 WETH for this swap.')
  await expect(amountOf(modal)).toHaveValue('0.123')
  await review(modal).click()
  await expect(modal).toContainText(unchecked, { timeout: 45_000 })
  expect([await sentBy(devnet), await waitingIn(page)]).toEqual([before, 0])
  await end()
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal).toContainText('None needed')
  await swapButtonOf(modal).click()
  await arrivedIn(modal)
  expect(await sentBy(devnet)).toBe(before + 1)
  expect(await allowed(devnet, 'WETH', self)).toBe(0n)
})

test('by keyboard alone a visitor accepts a high loss by its checkbox, sees a refusal, and retries', async ({
  page,
  devnet,
}) => {
  await mint(devnet, self, 'UNI', '300000')
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await reviewSwap(modal, { pay: 'UNI', get: 'USDC', amount: '300000' })
  await behave(page, 'refuse')
  const accept = modal.getByRole('checkbox', { name: 'I accept this loss' })
  await tabTo(page, accept)
  await page.keyboard.press('Space')
  await expect(accept).toBeChecked()
  await tabTo(page, swapButtonOf(modal))
  await page.keyboard.press('Enter')
  await expect(modal).toContainText(refused)
  await behave(page, 'approve')
  await tabTo(page, modal.getByRole('button', { name: 'Try again' }))
  await page.keyboard.press('Enter')
  await arrivedIn(modal)
  await tabTo(page, modal.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(modal).toHaveAccessibleName('Account')
})

test('the review handles too little Ether for the fee, a high loss, and tokens that take a fee or whose `transfer` returns nothing', async ({
  page,
  devnet,
}) => {
  const client = chainOf(devnet, networkId)
  const balance = await getBalance(client, { address: self })
  const setBalance = (wei: bigint) =>
    client.request({ method: 'anvil_setBalance', params: [self, `0x${wei.toString(16)}`] } as never)
  await mint(devnet, self, 'HUSH', '400000')
  await setBalance(1n)
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  const footer = modal.locator('.screen:not([aria-hidden]) .screen-footer .button')
  await test.step('too little for the fee', async () => {
    await chooseToken(modal, 'pay', 'USDC')
    await chooseToken(modal, 'get', 'LINK')
    await amountOf(modal).fill('5')
    await expect(footer).toHaveText('Not enough ETH for the fee')
    await expect(footer).toHaveAttribute('aria-disabled', 'true')
    await setBalance(balance > parseEther('10') ? balance : parseEther('10'))
    // waits for the node's next answer
    await expect(footer).toHaveText('Review swap', { timeout: 30_000 })
  })
  await test.step('a high loss has to be accepted; a token that returns nothing is approved and swapped', async () => {
    const before = await held(devnet, 'USDC', self)
    await reviewSwap(modal, { pay: 'HUSH', get: 'USDC', amount: '400000' })
    await expect(modal).toContainText(/You get .*% less than you give is worth\./)
    await expect(swapButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
    await swapButtonOf(modal).press('Enter')
    await expect(modal).toHaveAccessibleName('Review swap')
    await modal.getByRole('checkbox', { name: 'I accept this loss' }).check()
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'USDC', self)).toBeGreaterThan(before)
    expect(await allowed(devnet, 'HUSH', self)).toBe(0n)
    await done(modal)
  })
  await test.step('a token with a transfer fee: bought, and sold again', async () => {
    const before = await held(devnet, 'TOLL', self)
    await swapFromAccount(modal)
    await reviewSwap(modal, { get: 'TOLL', amount: '0.05' })
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'TOLL', self)).toBeGreaterThan(before)
    await done(modal)
    await swapFromAccount(modal)
    const wrapped = await held(devnet, 'WETH', self)
    await reviewSwap(modal, { pay: 'TOLL', get: 'WETH', amount: '10' })
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'WETH', self)).toBeGreaterThan(wrapped)
    expect(await allowed(devnet, 'TOLL', self)).toBe(0n)
  })
})

test('a swap that two tabs continue is paid once', async ({ page, context, devnet }) => {
  await wrap(devnet, self, '0.5')
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await reviewSwap(modal, { pay: 'WETH', get: 'USDC', amount: '0.111' })
  await behave(page, 'hang')
  await swapButtonOf(modal).click()
  await expect.poll(() => waitingIn(page)).toBe(1)
  await page.evaluate(() => {
    window.latchkeyWallet.setBehaviour('approve')
    window.latchkeyWallet.setBehaviour('hang')
  })
  await expect(modal).toContainText('Confirm the swap there.', { timeout: 30_000 })
  await behave(page, 'refuse')
  await expect(modal).toContainText('What you allowed stays allowed until you swap it.')
  const otherTab = await context.newPage()
  const tabs: Locator[] = []
  for (const tab of [page, otherTab]) {
    if (tab === page) await tab.reload()
    else await visitConnected(tab, `${devnet.demo}/?wallet=approve`)
    const opened = await openAccount(tab)
    await behave(tab, 'approve')
    await swapFromAccount(opened)
    await expect(opened).toContainText('You have already allowed 0.111 WETH for this swap.')
    await review(opened).click()
    await expect(opened).toContainText('None needed')
    tabs.push(modalOf(tab))
  }
  const before = await held(devnet, 'WETH', self)
  const [first, second] = tabs
  if (!first || !second) throw new Error('There are two')
  // both are pressed as simultaneously as two tabs allow
  await behave(page, 'hang')
  await swapButtonOf(first).click()
  await expect.poll(() => waitingIn(page)).toBe(1)
  await behave(otherTab, 'approve')
  await swapButtonOf(second).click()
  await arrivedIn(second)
  await behave(page, 'refuse')
  await expect(first).toContainText('Rejected in Development wallet')
  await behave(page, 'approve')
  await first.getByRole('button', { name: 'Try again' }).click()
  await expect(first).toContainText('What you had allowed is used, perhaps in another tab.')
  expect(await held(devnet, 'WETH', self)).toBe(before - parseEther('0.111'))
})
