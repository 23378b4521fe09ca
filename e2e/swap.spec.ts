/** Swaps bring what they say; the chain itself confirms it. */
import type { Page } from '@playwright/test'
import { erc20Abi, parseUnits } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { addressOf } from '../devnet/src/accounts.ts'
import { readDeployment } from '../devnet/src/readDeployment.ts'
import type { Addresses } from '../devnet/src/startLatchkey.ts'
import { expect, test } from './fixtures/test.ts'
import { chainOf } from './support/holdings.ts'
import { arrivedIn, openSwap, reviewSwap, swapButtonOf, swapFromAccount } from './support/swap.ts'

const networkId = 'eip155:31337'
const self = addressOf('everyday user')
const deployment = readDeployment(31337)
const tokenOf = (symbol: string) => deployment.tokens.find((one) => one.symbol === symbol)?.address as `0x${string}`
const held = (devnet: Addresses, symbol: string) => readContract(chainOf(devnet, networkId), { address: tokenOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [self] })
const shot = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })
}

test.setTimeout(120_000)

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
    await modal.getByRole('button', { name: 'Done' }).click()
  })
})
