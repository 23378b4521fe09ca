/** Swaps bring what they say; the chain itself confirms it. */
import type { Locator, Page, Route } from '@playwright/test'
import { encodeFunctionData, erc20Abi, parseAbi, parseEther, parseUnits } from 'viem'
import { getBalance, getTransactionCount, readContract, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { addressOf } from '../devnet/src/accounts.ts'
import { readDeployment } from '../devnet/src/readDeployment.ts'
import type { Addresses } from '../devnet/src/startLatchkey.ts'
import { axe, expect, test } from './fixtures/test.ts'
import { behave, waitingIn } from './support/developmentWallet.ts'
import { chainOf } from './support/holdings.ts'
import { script, startPhone } from './support/phone.ts'
import { accountButtonOf, modalOf, openAccount, openConnect, visitConnected } from './support/site.ts'
import { amountOf, arrivedIn, chooseToken, openSwap, reviewSwap, swapButtonOf, swapFromAccount } from './support/swap.ts'
import { overflowing, smallTargets } from './support/targets.ts'

const networkId = 'eip155:31337'
const self = addressOf('everyday user')
const deployment = readDeployment(31337)
const tokenOf = (symbol: string) => deployment.tokens.find((one) => one.symbol === symbol)?.address as `0x${string}`
const held = (devnet: Addresses, symbol: string) => readContract(chainOf(devnet, networkId), { address: tokenOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [self] })
const shot = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })
}

test.setTimeout(180_000)
// the browser itself writes failed requests to the console
test.use({ allowConsole: [/Failed to load resource|ERR_FAILED/], permissions: ['clipboard-read', 'clipboard-write'] })

const allowed = (devnet: Addresses, symbol: string, owner: `0x${string}` = self) => readContract(chainOf(devnet, networkId), { address: tokenOf(symbol), abi: erc20Abi, functionName: 'allowance', args: [owner, deployment.swap?.router ?? '0x'] })
const done = (modal: Locator) => modal.getByRole('button', { name: 'Done' }).click()

/** Wraps some ether, so that there is a token without permits. */
async function wrap(devnet: Addresses, amount: string): Promise<void> {
  const client = chainOf(devnet, networkId)
  const data = encodeFunctionData({ abi: parseAbi(['function deposit() payable']), functionName: 'deposit' })
  await waitForTransactionReceipt(client, { hash: await sendTransaction(client, { account: self, to: tokenOf('WETH'), data, value: parseEther(amount), chain: null }) })
}

/** Changes answers of the API, as a hostile one or one that is out of order would. */
const twist = (page: Page, path: string, change: (json: never, route: Route) => unknown) => page.route(`**/v1/convert/${path}**`, async (route) => {
  const answer = await route.fetch()
  await route.fulfill({ response: answer, json: change((await answer.json()) as never, route) })
})

test('a swap brings what it says: ether, a token by a signature, a token that is allowed first', async ({ page, devnet }) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await shot(page, 'empty')
  await test.step('ether for a token: the label walks to the review, and what arrived is what the chain says', async () => {
    await expect(modal.getByRole('button', { name: 'Select token' }).last()).toBeVisible()
    const before = await held(devnet, 'USDC')
    await reviewSwap(modal, { get: 'USDC', amount: '0.25' })
    await shot(page, 'review')
    await swapButtonOf(modal).click()
    const arrived = await arrivedIn(modal)
    await shot(page, 'done')
    const gained = (await held(devnet, 'USDC')) - before
    expect(parseUnits(arrived.replaceAll(',', '').split(' ')[0] ?? '', 6)).toBe(gained)
    await modal.getByRole('button', { name: 'Done' }).click()
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('a token for ether by a signature', async () => {
    await swapFromAccount(modal)
    const before = await getBalance(chainOf(devnet, networkId), { address: self })
    await reviewSwap(modal, { pay: 'USDC', get: 'ETH', amount: '25' })
    await expect(modal).toContainText('This amount, by a signature')
    await shot(page, 'review-permit')
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await getBalance(chainOf(devnet, networkId), { address: self })).toBeGreaterThan(before)
    expect(await allowed(devnet, 'USDC')).toBe(0n)
    await done(modal)
  })
  await test.step('wrapping has no price and no slippage', async () => {
    await swapFromAccount(modal)
    const before = await held(devnet, 'WETH')
    await reviewSwap(modal, { get: 'WETH', amount: '0.05' })
    await expect(modal).toHaveAccessibleName('Wrap')
    await swapButtonOf(modal).click()
    expect(await arrivedIn(modal)).toBe('0.05 WETH arrived')
    expect(await held(devnet, 'WETH')).toBe(before + parseEther('0.05'))
    await done(modal)
  })
  await test.step('a token without permits is allowed first, by the exact amount, and nothing is left of it', async () => {
    await swapFromAccount(modal)
    const before = await held(devnet, 'DAI')
    await reviewSwap(modal, { pay: 'WETH', get: 'DAI', amount: '0.02' })
    await expect(modal).toContainText('This amount, by a transaction before')
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'DAI')).toBeGreaterThan(before)
    expect(await allowed(devnet, 'WETH')).toBe(0n)
    await done(modal)
  })
  await test.step('the list of activity has all of them', async () => {
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await expect(modal.getByText('0.02').first()).toBeVisible()
  })
})

test('what is entered is read and checked; tokens are found by name, symbol and address; all of it less the fee', async ({ page, devnet }) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  const footer = modal.locator('.screen-footer .button')
  await test.step('the label walks', async () => {
    await expect(footer).toHaveText('Select token')
    await footer.click()
    await expect(modal).toHaveAccessibleName('Select token')
    await shot(page, 'tokens')
    await modal.getByRole('list', { name: 'Suggested' }).getByRole('button', { name: 'USDC' }).click()
    await expect(footer).toHaveText('Enter amount')
    await amountOf(modal).fill('100000')
    await expect(footer).toHaveText('Insufficient balance')
    await expect(footer).toHaveAttribute('aria-disabled', 'true')
    await amountOf(modal).fill('0.1')
    await expect(footer).toHaveText('Review swap')
    await modal.getByRole('button', { name: /^Details/ }).click()
    await expect(modal).toContainText('You get at least')
    await shot(page, 'details')
  })
  await test.step('the slippage is remembered', async () => {
    await modal.getByRole('button', { name: '3%' }).click()
    await expect(modal.getByRole('button', { name: '3%' })).toHaveAttribute('aria-pressed', 'true')
    expect(await page.evaluate(() => localStorage.getItem('@latchkey/swap-slippage'))).toBe('3')
    await modal.getByRole('textbox', { name: 'Other, in percent' }).fill('0.05')
    await expect(modal).toContainText('So little often makes a swap fail.')
    await modal.getByRole('button', { name: '1%', exact: true }).click()
  })
  await test.step('the other way round', async () => {
    await modal.getByRole('button', { name: 'Change direction' }).click()
    await expect(modal.locator('.swap-field').first().getByRole('button', { name: 'Token: USDC. Change' })).toBeVisible()
    await expect(amountOf(modal)).not.toHaveValue('')
  })
  await test.step('a search by name, by address, and for nothing', async () => {
    await modal.locator('.swap-field').nth(1).getByRole('button', { name: /^Token: / }).click()
    await modal.getByRole('searchbox').fill('chainlink')
    await expect(modal.getByRole('list', { name: 'Found' }).getByRole('button')).toHaveCount(1)
    await modal.getByRole('searchbox').fill(tokenOf('DAI').toLowerCase())
    await expect(modal.getByRole('list', { name: 'Found' }).getByRole('button', { name: /Dai/ })).toBeVisible()
    await modal.getByRole('searchbox').fill('nobody has this name')
    await expect(modal).toContainText('No token found')
    await shot(page, 'none')
    await modal.getByRole('button', { name: 'Back' }).click()
  })
  await test.step('all of it keeps the fee', async () => {
    await chooseToken(modal, 'pay', 'ETH')
    await chooseToken(modal, 'get', 'USDC')
    await modal.getByRole('button', { name: 'Max' }).click()
    await expect(amountOf(modal)).toHaveValue(/^\d+\.\d+$/)
    const balance = await getBalance(chainOf(devnet, networkId), { address: self })
    const entered = parseEther(await amountOf(modal).inputValue())
    expect(entered).toBeLessThan(balance)
    expect(entered).toBeGreaterThan(balance - parseEther('0.01'))
    await expect(footer).toHaveText('Review swap')
  })
})

test('refusals leave everything as it was, and a swap that was allowed goes on after a reload', async ({ page, devnet }) => {
  await wrap(devnet, '0.2')
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await test.step('the wallet refuses the approval', async () => {
    await reviewSwap(modal, { pay: 'WETH', get: 'USDC', amount: '0.1' })
    await behave(page, 'refuse')
    await swapButtonOf(modal).click()
    await expect(modal).toContainText('Rejected in Development wallet')
    await expect(modal).toContainText('Nothing was swapped.')
    await shot(page, 'refused')
    expect(await allowed(devnet, 'WETH')).toBe(0n)
  })
  await test.step('it refuses the swap after the approval: what was allowed is told', async () => {
    await behave(page, 'hang')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toContainText('Allow 0.1 WETH in Development wallet')
    await shot(page, 'approve')
    await expect.poll(() => waitingIn(page)).toBe(1)
    // what is open is approved, and what follows is not
    await page.evaluate(() => {
      window.latchkeyWallet.setBehaviour('approve')
      window.latchkeyWallet.setBehaviour('hang')
    })
    await expect.poll(() => allowed(devnet, 'WETH')).toBe(parseEther('0.1'))
    await expect(modal).toContainText('Confirm the swap there.', { timeout: 30_000 })
    await shot(page, 'swap-asked')
  })
  await test.step('a reload between both: the swap is offered again, and needs no approval', async () => {
    await page.reload()
    await accountButtonOf(page).click()
    await behave(page, 'approve')
    await swapFromAccount(modal)
    await expect(modal).toContainText('You have already allowed 0.1 WETH for this swap.')
    await expect(amountOf(modal)).toHaveValue('0.1')
    await shot(page, 'resumed')
    await modal.getByRole('button', { name: 'Review swap' }).last().click()
    await expect(modal).toContainText('None needed')
    const before = await held(devnet, 'USDC')
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'USDC')).toBeGreaterThan(before)
    expect(await allowed(devnet, 'WETH')).toBe(0n)
    await done(modal)
    await swapFromAccount(modal)
    await expect(modal).not.toContainText('already allowed')
  })
})

test('a hostile API: a twisted swap is refused before the wallet is asked; a moved price is agreed to again; an outage is no lack of liquidity', async ({ page, devnet }) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=hang`)
  const sent = await getTransactionCount(chainOf(devnet, networkId), { address: self })
  const back = modal.getByRole('button', { name: 'Back' })
  const thief = `${networkId}:0x90F79bf6EB2c4f870365E785982E1f101E93b906`
  const steal = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief.split(':')[2] as `0x${string}`, parseUnits('50', 6)] })
  await chooseToken(modal, 'pay', 'USDC')
  await chooseToken(modal, 'get', 'LINK')
  for (const [what, change] of [
    ['another router', (json: { tx: object }) => ({ tx: { ...json.tx, to: thief } })],
    ['calldata that spends another token', (json: { tx: object }) => ({ tx: { ...json.tx, to: `${networkId}:${tokenOf('USDC')}`, data: steal } })],
    ['nothing comes', (json: { tx: object }) => ({ tx: { ...json.tx, data: '0x12210e8a' } })], // refundETH()
  ] as const)
    await test.step(what, async () => {
      await twist(page, 'build-transaction', change as never)
      await amountOf(modal).fill('50')
      await modal.getByRole('button', { name: 'Review swap' }).last().click()
      await expect(modal).toContainText('The service answered with another swap than the one it offered. Nothing was sent.')
      await shot(page, 'twisted')
      expect(await waitingIn(page)).toBe(0)
      await back.click()
      await page.unroute('**/v1/convert/build-transaction**')
    })
  await test.step('absurd amounts are no offers', async () => {
    await twist(page, 'quotes', (json: { quotes: { toAmount: string }[] }) => ({ quotes: json.quotes.map((one) => ({ ...one, toAmount: `${one.toAmount}000` })) }))
    await amountOf(modal).fill('51')
    await modal.getByRole('button', { name: 'Review swap' }).last().click()
    await expect(modal).toContainText('another swap than the one it offered')
    await back.click()
    await page.unroute('**/v1/convert/quotes**')
  })
  await test.step('the price moves between the review and the press', async () => {
    await amountOf(modal).fill('52')
    await modal.getByRole('button', { name: 'Review swap' }).last().click()
    await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
    await twist(page, 'quotes', (json: { quotes: { toAmount: string }[] }) => ({ quotes: json.quotes.map((one) => ({ ...one, toAmount: String((BigInt(one.toAmount) * 97n) / 100n) })) }))
    await swapButtonOf(modal).click()
    await expect(modal).toContainText('The price has moved. These are the new amounts.')
    await shot(page, 'moved')
    expect(await waitingIn(page)).toBe(0)
    await page.unroute('**/v1/convert/quotes**')
    await back.click()
  })
  await test.step('the API is out of reach: no word of liquidity', async () => {
    await page.route('**/v1/convert/quotes**', (route) => route.abort())
    await amountOf(modal).fill('53')
    await expect(modal).toContainText('Prices are out of reach right now', { timeout: 30_000 })
    await expect(modal).not.toContainText('liquidity')
    await shot(page, 'no-prices')
    await page.unroute('**/v1/convert/quotes**')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal.getByRole('button', { name: 'Review swap' }).last()).toBeVisible()
  })
  await test.step('more than all pools have is a lack of liquidity, and a network without swaps is told', async () => {
    await page.route('**/v1/convert/quotes**', (route) => route.fulfill({ status: 400, json: { status: 'FAILED', reasons: [{ description: 'Insufficient liquidity' }] } }))
    await amountOf(modal).fill('54')
    await expect(modal).toContainText('Try a smaller amount.')
    await shot(page, 'no-liquidity')
    await page.route('**/v1/convert/tokens**', (route) => route.fulfill({ status: 400, json: { status: 'FAILED', reasons: [{ description: 'Network not supported for Swaps' }] } }))
    await page.reload()
    await accountButtonOf(page).click()
    await modal.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(modal).toContainText('Network not supported for Swaps')
    await shot(page, 'unsupported')
  })
  expect(await getTransactionCount(chainOf(devnet, networkId), { address: self })).toBe(sent)
})

test('by keyboard alone', async ({ page, devnet }) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  const tabTo = async (target: Locator) => {
    for (let step = 0; step < 12 && !(await target.evaluate((element) => element === (element.getRootNode() as ShadowRoot).activeElement)); step++) await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await expect(amountOf(modal)).toBeFocused()
  await page.keyboard.type('0.011')
  await page.keyboard.press('Enter') // no token yet: it leads to the list
  await expect(modal).toHaveAccessibleName('Select token')
  await expect(modal.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('usdc')
  await tabTo(modal.getByRole('list', { name: 'Found' }).getByRole('button').first())
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('button', { name: 'Review swap' }).last()).toBeVisible()
  await expect(amountOf(modal)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
  await tabTo(swapButtonOf(modal))
  await page.keyboard.press('Enter')
  await arrivedIn(modal)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('everything has room, in both directions of writing, and nobody is kept out', async ({ page, devnet }) => {
    const modal = modalOf(page)
    const good = async () => {
      await expect.poll(() => overflowing(modal)).toEqual([])
      await expect.poll(() => smallTargets(modal)).toEqual([])
      expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    }
    for (const [locale, name, theme] of [['en', 'Swap', 'dark'], ['ar', 'تبديل', 'light']] as const)
      await test.step(locale, async () => {
        await visitConnected(page, `${devnet.demo}/?wallet=approve&locale=${locale}&theme=${theme}`)
        await page.getByRole('banner').getByRole('button', { name: /0x/ }).first().click()
        await expect(modal.getByRole('button', { name, exact: true })).toBeVisible()
        await expect(modal.locator('.row').first()).toBeVisible()
        await shot(page, `account-${locale}`)
        await good()
        await modal.getByRole('button', { name, exact: true }).click()
        await expect(modal.locator('.swap-fields')).toBeVisible()
        await modal.locator('.screen-footer .button').click()
        await expect(modal.locator('.token-chip').first()).toBeVisible()
        await shot(page, `tokens-${locale}`)
        await good()
        await modal.locator('.token-chip').nth(1).click()
        await modal.locator('.swap-figure').first().fill('0.25')
        await expect(modal.locator('.screen-footer .button[data-variant=primary]')).toBeVisible()
        await modal.locator('.swap-rate').click()
        await expect(modal.locator('.swap-slippage')).toBeVisible()
        await good()
        await shot(page, `swap-${locale}`)
        await modal.locator('.screen-footer .button[data-variant=primary]').click()
        await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
        await shot(page, `review-${locale}`)
        await good()
      })
  })
})

test('a phone signs the permit and the swap', async ({ page, devnet, browser }) => {
  const phone = await startPhone(browser, devnet)
  const modal = await openConnect(page, devnet.demo)
  await modal.getByRole('button', { name: /^WalletConnect/ }).click()
  const code = modal.getByRole('button', { name: 'Copy link' })
  await code.click()
  await script(phone, 'pair', await page.evaluate(() => navigator.clipboard.readText()))
  await script(phone, 'setBehaviour', 'approve')
  await expect(accountButtonOf(page)).toBeVisible()
  await openAccount(page)
  await swapFromAccount(modal)
  const before = await held(devnet, 'LINK')
  await reviewSwap(modal, { pay: 'USDC', get: 'LINK', amount: '20' })
  await expect(modal).toContainText('This amount, by a signature')
  await swapButtonOf(modal).click()
  await arrivedIn(modal)
  expect(await held(devnet, 'LINK')).toBeGreaterThan(before)
})

test('the e-mail wallet: by a signature, and both steps confirmed at once', async ({ page, mailed, devnet }) => {
  const client = chainOf(devnet, networkId)
  const modal = await openConnect(page, mailed.demo)
  const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill('swapper@example.org')
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await page.keyboard.type(await mailed.codeTo('swapper@example.org'))
  await expect(accountButtonOf(page)).toBeVisible()
  const address = /0x[0-9a-fA-F]{40}/.exec((await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))) ?? '')?.[0] as `0x${string}`
  await client.request({ method: 'anvil_setBalance', params: [address, '0x8ac7230489e80000'] } as never)
  const mint = encodeFunctionData({ abi: parseAbi(['function mint(address to, uint256 amount)']), functionName: 'mint', args: [address, parseUnits('500', 6)] })
  await waitForTransactionReceipt(client, { hash: await sendTransaction(client, { account: self, to: tokenOf('USDC'), data: mint, chain: null }) })
  /** The wallet does not know the router's calls, and has a person say that they go on. */
  const approve = async () => {
    await frame.getByRole('checkbox', { name: /risk/ }).check()
    await frame.getByRole('button', { name: 'Approve' }).click()
  }
  await page.reload()
  await openAccount(page)
  await swapFromAccount(modal)
  await test.step('by a signature', async () => {
    await reviewSwap(modal, { pay: 'USDC', get: 'WETH', amount: '100' })
    await expect(modal).toContainText('This amount, by a signature')
    await swapButtonOf(modal).click()
    await frame.getByRole('button', { name: 'Sign', exact: true }).click()
    await approve()
    await arrivedIn(modal)
    expect(await allowed(devnet, 'USDC', address)).toBe(0n)
    await done(modal)
  })
  await test.step('both at once', async () => {
    await swapFromAccount(modal)
    await reviewSwap(modal, { pay: 'WETH', get: 'DAI', amount: '0.01' })
    await expect(modal).toContainText('This amount, confirmed together')
    await swapButtonOf(modal).click()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await arrivedIn(modal)
    expect(await readContract(client, { address: tokenOf('DAI'), abi: erc20Abi, functionName: 'balanceOf', args: [address] })).toBeGreaterThan(0n)
    expect(await allowed(devnet, 'WETH', address)).toBe(0n)
  })
})
