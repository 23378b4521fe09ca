/** A site opens the screen for swapping with its tokens and an amount. */
import type { Page } from '@playwright/test'
import type { Kit } from 'latchkey'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { behave } from '../support/developmentWallet.ts'
import { modalOf } from '../support/site.ts'
import { amountOf, arrivedIn, held, networkId, swapButtonOf, tokenOf } from '../support/swap.ts'

declare global {
  interface Window {
    kit: Kit
  }
}

const self = addressOf('everyday user')
type SwapParameters = { from?: string; to?: string; amount?: string; networkId?: string }

/** Opens the screen, without waiting for the flow's end. */
const openSwap = (page: Page, parameters: SwapParameters) =>
  page.evaluate(
    (params) => void window.kit.open({ view: 'Swap', ...params }).catch(() => {}),
    parameters,
  )
const tokenIn = (page: Page, side: 'pay' | 'get') =>
  modalOf(page)
    .locator('.amount-box')
    .nth(side === 'pay' ? 0 : 1)
    .getByRole('button', { name: /^Token: |^Select token/ })

test.setTimeout(120_000)
// the browser itself writes failed requests to the console
test.use({ allowConsole: [/Failed to load resource|ERR_FAILED/] })

test('a site opens a swap with tokens and an amount; the visitor connects, sees the price, and swaps', async ({
  page,
  pages,
  devnet,
}) => {
  const modal = modalOf(page)
  const unlisted = 'LINK'
  await page.route('**/v1/convert/tokens?**', async (route) => {
    if (new URL(route.request().url()).searchParams.has('address')) return route.fallback()
    const response = await route.fetch()
    // the API's contract defines this form
    const { tokens, ...rest } = (await response.json()) as { tokens?: { symbol: string }[] }
    await route.fulfill({
      response,
      json: { ...rest, tokens: tokens?.filter(({ symbol }) => symbol !== unlisted) },
    })
  })
  await page.goto(`${pages}/hooks.html`)
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()

  await test.step('a disconnected visitor sees Connect first, then the requested swap', async () => {
    await openSwap(page, { to: tokenOf('USDC').toLowerCase(), amount: '0.25' })
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await modal.getByRole('button', { name: /^Development wallet/ }).click()
    await expect(modal).toHaveAccessibleName('Swap')
    await expect(amountOf(modal)).toHaveValue('0.25')
    await expect(tokenIn(page, 'pay')).toHaveAccessibleName('Token: ETH. Change')
    await expect(tokenIn(page, 'get')).toHaveAccessibleName('Token: USDC. Change')
    const before = await held(devnet, 'USDC', self)
    await modal.getByRole('button', { name: 'Review swap' }).last().click()
    await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
    await behave(page, 'approve')
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'USDC', self)).toBeGreaterThan(before)
  })

  await test.step('a token is swapped for the network’s own coin', async () => {
    await openSwap(page, { from: tokenOf('USDC'), to: `0x${'e'.repeat(40)}`, amount: '25' })
    await expect(tokenIn(page, 'pay')).toHaveAccessibleName('Token: USDC. Change')
    await expect(tokenIn(page, 'get')).toHaveAccessibleName('Token: ETH. Change')
    await expect(amountOf(modal)).toHaveValue('25')
    await expect(modal.getByRole('button', { name: 'Review swap' }).last()).toBeEnabled()
  })

  await test.step('an unlisted token is found by its address, and marked as unlisted', async () => {
    await openSwap(page, { to: tokenOf(unlisted), amount: '0.1' })
    await expect(tokenIn(page, 'get')).toHaveAccessibleName('Token: LINK. Change')
    await expect(modal.getByText('LINK is in no list.')).toContainText(
      tokenOf(unlisted).toLowerCase(),
    )
    await expect(modal.getByRole('button', { name: 'Review swap' }).last()).toBeEnabled()
  })

  await test.step('if no token has the address, the amount is not applied to another token', async () => {
    await openSwap(page, { from: addressOf('whale'), to: tokenOf('USDC'), amount: '7' })
    await expect(modal.getByText('No token found')).toBeVisible({ timeout: 20_000 })
    await expect(modal).toContainText(addressOf('whale'))
    await modal.getByRole('button', { name: 'Select token' }).click()
    await expect(tokenIn(page, 'get')).toHaveAccessibleName('Token: USDC. Change')
    await expect(amountOf(modal)).toHaveValue('')
  })

  await test.step('while the address cannot be read, the screen says that the service cannot be reached, and retries', async () => {
    const unknownToken = `0x${'12'.repeat(20)}`
    await page.route(`**/v1/convert/tokens?*${unknownToken}*`, (route) => route.abort())
    await openSwap(page, { to: unknownToken, amount: '1' })
    await expect(modal.locator('[aria-busy=true]').first()).toBeVisible()
    await expect(modal.getByText('Swaps are out of reach right now')).toBeVisible({
      timeout: 30_000,
    })
    await page.unroute(`**/v1/convert/tokens?*${unknownToken}*`)
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal.getByText('No token found')).toBeVisible({ timeout: 20_000 })
  })

  await test.step('for a swap on another network a press switches the wallet’s network, and returns to the swap', async () => {
    await page.evaluate(() => window.kit.switchNetwork({ networkId: 'eip155:31338' }))
    await openSwap(page, { to: tokenOf('USDC'), amount: '0.5', networkId })
    await expect(modal.getByText(/^This swap is on /)).toBeVisible()
    await modal.getByRole('button', { name: /^Switch to / }).click()
    await expect(amountOf(modal)).toHaveValue('0.5', { timeout: 20_000 })
    await expect(tokenIn(page, 'get')).toHaveAccessibleName('Token: USDC. Change')
    expect(await page.evaluate(() => window.kit.getState().sessions.eip155)).toMatchObject({
      current: { networkId },
    })
  })

  await test.step('wrong parameters open nothing', async () => {
    await page.evaluate(() => window.kit.close())
    const refusal = (parameters: object) =>
      page.evaluate(
        (params) =>
          window.kit.open({ view: 'Swap', ...params }).then(
            () => 'opened',
            ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
          ),
        parameters,
      )
    expect(await refusal({ to: 'USDC' })).toContain('optionInvalid Option "open.to" is not valid.')
    expect(await refusal({ toToken: tokenOf('USDC') })).toContain(
      'optionInvalid Option "open.toToken" is unknown.',
    )
    expect(await refusal({ amount: 5 })).toContain(
      'optionInvalid Option "open.amount" is not valid.',
    )
    await expect(modal).toBeHidden()
  })
})
