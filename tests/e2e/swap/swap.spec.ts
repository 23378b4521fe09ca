/** Swaps pay the amounts that they show, as read from the chain. */
import type { Locator } from '@playwright/test'
import { parseEther, parseUnits, toHex } from 'viem'
import { getBalance } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { requestChain } from '../support/activity.ts'
import { behave, waitingIn } from '../support/developmentWallet.ts'
import { chainOf } from '../support/holdings.ts'
import { accountButtonOf, modalOf, visitConnected } from '../support/site.ts'
import {
  allowed,
  amountOf,
  arrivedIn,
  chooseToken,
  done,
  held,
  networkId,
  openSwap,
  reviewSwap,
  swapButtonOf,
  swapFromAccount,
  tokenOf,
  wrap,
} from '../support/swap.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

const self = addressOf('everyday user')

test.setTimeout(180_000)

test('a swap of Ether, of a token with a signature, and of a token with an approval pays the shown amount', async ({
  page,
  devnet,
}) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await test.step('Ether is swapped for a token, and the shown amount equals the amount on the chain', async () => {
    await expect(modal.getByRole('button', { name: 'Select token' }).last()).toBeVisible()
    const before = await held(devnet, 'USDC', self)
    await reviewSwap(modal, { get: 'USDC', amount: '0.25' })
    await swapButtonOf(modal).click()
    const arrived = await arrivedIn(modal)
    const gained = (await held(devnet, 'USDC', self)) - before
    expect(parseUnits(arrived.replaceAll(',', '').split(' ')[0] ?? '', 6)).toBe(gained)
    await modal.getByRole('button', { name: 'Done' }).click()
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('a token is swapped for Ether with a signature', async () => {
    await swapFromAccount(modal)
    const before = await getBalance(chainOf(devnet, networkId), { address: self })
    await reviewSwap(modal, { pay: 'USDC', get: 'ETH', amount: '25' })
    await expect(modal).toContainText('This amount, by a signature')
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await getBalance(chainOf(devnet, networkId), { address: self })).toBeGreaterThan(before)
    expect(await allowed(devnet, 'USDC', self)).toBe(0n)
    await done(modal)
  })
  await test.step('wrapping has no price and no slippage', async () => {
    await swapFromAccount(modal)
    const before = await held(devnet, 'WETH', self)
    await reviewSwap(modal, { get: 'WETH', amount: '0.05' })
    await expect(modal).toHaveAccessibleName('Wrap')
    await expect(swapButtonOf(modal)).toHaveText('Wrap 0.05 ETH')
    await swapButtonOf(modal).click()
    await expect(modal).toHaveAccessibleName('Wrap')
    expect(await arrivedIn(modal)).toBe('0.05 WETH arrived')
    expect(await held(devnet, 'WETH', self)).toBe(before + parseEther('0.05'))
    await done(modal)
  })
  await test.step('a token without permits is approved first, for the exact amount, and no allowance remains', async () => {
    await swapFromAccount(modal)
    const before = await held(devnet, 'DAI', self)
    await reviewSwap(modal, { pay: 'WETH', get: 'DAI', amount: '0.02' })
    await expect(modal).toContainText('This amount, by a transaction before')
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'DAI', self)).toBeGreaterThan(before)
    expect(await allowed(devnet, 'WETH', self)).toBe(0n)
    await done(modal)
  })
  await test.step('the activity lists all swaps', async () => {
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await expect(modal.getByText('0.02').first()).toBeVisible()
  })
})

test('input is read and checked; tokens are found by name, symbol and address; the max amount leaves the fee', async ({
  page,
  devnet,
}) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  const footer = modal.locator('.screen:not([aria-hidden]) .screen-footer .button')
  await test.step('the button’s label names the next step', async () => {
    await expect(footer).toHaveText('Select token')
    await footer.click()
    await expect(modal).toHaveAccessibleName('Select token')
    await modal
      .getByRole('list', { name: 'Suggested' })
      .getByRole('button', { name: 'USDC' })
      .click()
    await expect(footer).toHaveText('Enter amount')
    await amountOf(modal).fill('100000')
    await expect(footer).toHaveText('Insufficient balance')
    await expect(footer).toHaveAttribute('aria-disabled', 'true')
    await amountOf(modal).fill('0.1')
    await expect(footer).toHaveText('Review swap')
    await modal.getByRole('button', { name: /^Details/ }).click()
    await expect(modal).toContainText('You get at least')
  })
  await test.step('the slippage is stored', async () => {
    await modal.getByRole('button', { name: '3%' }).click()
    await expect(modal.getByRole('button', { name: '3%' })).toHaveAttribute('aria-pressed', 'true')
    expect(await page.evaluate(() => localStorage.getItem('@latchkey/swap-slippage'))).toBe('3')
    await modal.getByRole('textbox', { name: 'Other, in percent' }).fill('0.05')
    await expect(modal).toContainText('So little often makes a swap fail.')
    await modal.getByRole('button', { name: '1%', exact: true }).click()
  })
  await test.step('a button swaps the two tokens', async () => {
    await modal.getByRole('button', { name: 'Change direction' }).click()
    await expect(
      modal.locator('.amount-box').first().getByRole('button', { name: 'Token: USDC. Change' }),
    ).toBeVisible()
    await expect(amountOf(modal)).not.toHaveValue('')
  })
  await test.step('a search finds a token by name and by address, and reports no result', async () => {
    await modal
      .locator('.amount-box')
      .nth(1)
      .getByRole('button', { name: /^Token: / })
      .click()
    await modal.getByRole('searchbox').fill('chainlink')
    await expect(modal.getByRole('list', { name: 'Found' }).getByRole('button')).toHaveCount(1)
    await modal.getByRole('searchbox').fill(tokenOf('DAI').toLowerCase())
    await expect(
      modal.getByRole('list', { name: 'Found' }).getByRole('button', { name: /Dai/ }),
    ).toBeVisible()
    await modal.getByRole('searchbox').fill('nobody has this name')
    await expect(modal).toContainText('No token found')
    await modal.getByRole('button', { name: 'Back' }).click()
  })
  await test.step('the max amount leaves the fee', async () => {
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
  await test.step('the max amount follows a payment from another app', async () => {
    const before = parseEther(await amountOf(modal).inputValue())
    const value = parseEther('0.02')
    await requestChain(devnet, 'eth_sendTransaction', {
      from: self,
      to: addressOf('collector'),
      value: toHex(value),
    })
    await expect
      .poll(async () => parseEther(await amountOf(modal).inputValue()), { timeout: 30_000 })
      .toBeLessThan(before - value + parseEther('0.005')) // the fee may have fallen
    await expect(footer).toHaveText('Review swap')
  })
})

test('a refused swap changes no balance, and an approved swap continues after a reload', async ({
  page,
  devnet,
}) => {
  await wrap(devnet, self, '0.2')
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await test.step('the wallet refuses the approval', async () => {
    await reviewSwap(modal, { pay: 'WETH', get: 'USDC', amount: '0.1' })
    await behave(page, 'refuse')
    await swapButtonOf(modal).click()
    await expect(modal).toContainText('Rejected in Development wallet')
    await expect(modal).toContainText('Nothing was swapped.')
    expect(await allowed(devnet, 'WETH', self)).toBe(0n)
  })
  await test.step('the wallet refuses the swap after the approval, and the screen shows the allowance', async () => {
    await behave(page, 'hang')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toContainText('Allow 0.1 WETH in Development wallet')
    await expect.poll(() => waitingIn(page)).toBe(1)
    // the open request is approved, and the following ones get no answer
    await page.evaluate(() => {
      window.latchkeyWallet.setBehaviour('approve')
      window.latchkeyWallet.setBehaviour('hang')
    })
    await expect.poll(() => allowed(devnet, 'WETH', self)).toBe(parseEther('0.1'))
    await expect(modal).toContainText('Confirm the swap there.', { timeout: 30_000 })
  })
  await test.step('after a reload between the approval and the swap, the swap is offered again and needs no approval', async () => {
    await page.reload()
    await accountButtonOf(page).click()
    await behave(page, 'approve')
    await swapFromAccount(modal)
    await expect(modal).toContainText('You have already allowed 0.1 WETH for this swap.')
    await expect(amountOf(modal)).toHaveValue('0.1')
    await modal.getByRole('button', { name: 'Review swap' }).last().click()
    await expect(modal).toContainText('None needed')
    const before = await held(devnet, 'USDC', self)
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'USDC', self)).toBeGreaterThan(before)
    expect(await allowed(devnet, 'WETH', self)).toBe(0n)
    await done(modal)
    await swapFromAccount(modal)
    await expect(modal).not.toContainText('already allowed')
  })
})

test('a visitor swaps by keyboard alone', async ({ page, devnet }) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  const tabTo = async (target: Locator) => {
    for (
      let step = 0;
      step < 12 &&
      !(await target.evaluate(
        (element) => element === (element.getRootNode() as ShadowRoot).activeElement,
      ));
      step++
    )
      await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await expect(amountOf(modal)).toBeFocused()
  await page.keyboard.type('0.011')
  await page.keyboard.press('Enter') // opens the list of tokens, because none is chosen yet
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

  test('Swap fits the screen and has no accessibility faults in both writing directions', async ({
    page,
    devnet,
  }) => {
    const modal = modalOf(page)
    const good = async () => {
      await expect.poll(() => overflowing(modal)).toEqual([])
      await expect.poll(() => smallTargets(modal)).toEqual([])
      expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    }
    for (const [locale, name, theme] of [
      ['en', 'Swap', 'dark'],
      ['ar', 'تبديل', 'light'],
    ] as const)
      await test.step(locale, async () => {
        await visitConnected(page, `${devnet.demo}/?wallet=approve&locale=${locale}&theme=${theme}`)
        await page.getByRole('banner').getByRole('button', { name: /0x/ }).first().click()
        await expect(modal.getByRole('button', { name, exact: true })).toBeVisible()
        await expect(modal.locator('.row').first()).toBeVisible()
        await good()
        await modal.getByRole('button', { name, exact: true }).click()
        await expect(modal.locator('.swap-fields')).toBeVisible()
        await modal.locator('.screen:not([aria-hidden]) .screen-footer .button').click()
        await expect(modal.locator('.token-chip').first()).toBeVisible()
        await good()
        await modal.locator('.token-chip').nth(1).click()
        await modal.locator('.amount-figure').first().fill('0.25')
        await expect(
          modal.locator('.screen:not([aria-hidden]) .screen-footer .button[data-variant=primary]'),
        ).toBeVisible()
        await modal.locator('.swap-rate').click()
        await expect(modal.locator('.swap-slippage')).toBeVisible()
        await good()
        await modal
          .locator('.screen:not([aria-hidden]) .screen-footer .button[data-variant=primary]')
          .click()
        await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
        await good()
      })
  })
})
