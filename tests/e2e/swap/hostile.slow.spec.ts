/** Swaps with an API that is hostile, broken or unreachable: the test changes real answers. */
import type { Page, Route } from '@playwright/test'
import { encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { waitingIn } from '../support/developmentWallet.ts'
import { chainOf } from '../support/holdings.ts'
import { accountButtonOf } from '../support/site.ts'
import {
  amountOf,
  chooseToken,
  networkId,
  openSwap,
  swapButtonOf,
  tokenOf,
} from '../support/swap.ts'

const self = addressOf('everyday user')

test.setTimeout(180_000)
// the browser itself writes failed requests to the console
test.use({ allowConsole: [/Failed to load resource|ERR_FAILED/] })

/** Changes answers of the API, as a hostile or broken API would. */
const alter = (page: Page, path: string, change: (json: never, route: Route) => unknown) =>
  page.route(`**/v1/convert/${path}**`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: change((await answer.json()) as never, route) })
  })

/**
 * Stops changing the API's answers. Errors of answers that are just being changed are ignored: the
 * page may have cancelled their requests.
 */
const untwist = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' })

test('with a hostile API a changed swap is refused before the wallet gets it, a new price has to be accepted, and an outage is not shown as missing liquidity', async ({
  page,
  devnet,
}) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=hang`)
  const sent = await getTransactionCount(chainOf(devnet, networkId), { address: self })
  const back = modal.getByRole('button', { name: 'Back' })
  const attacker = `${networkId}:0x90F79bf6EB2c4f870365E785982E1f101E93b906`
  const steal = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [attacker.split(':')[2] as `0x${string}`, parseUnits('50', 6)],
  })
  await chooseToken(modal, 'pay', 'USDC')
  await chooseToken(modal, 'get', 'LINK')
  for (const [title, change] of [
    ['another router', (json: { tx: object }) => ({ tx: { ...json.tx, to: attacker } })],
    [
      'a transfer of the tokens to an attacker',
      (json: { tx: object }) => ({
        tx: { ...json.tx, to: `${networkId}:${tokenOf('USDC')}`, data: steal },
      }),
    ],
    // a call of refundETH()
    [
      'calldata that swaps nothing',
      (json: { tx: object }) => ({ tx: { ...json.tx, data: '0x12210e8a' } }),
    ],
  ] as const)
    await test.step(title, async () => {
      await alter(page, 'build-transaction', change as never)
      await amountOf(modal).fill('50')
      await modal.getByRole('button', { name: 'Review swap' }).last().click()
      await expect(modal).toContainText(
        'The service answered with another swap than the one it offered. Nothing was sent.',
      )
      expect(await waitingIn(page)).toBe(0)
      await back.click()
      await untwist(page)
    })
  await test.step('a quote of a thousand times the amount is refused at the review', async () => {
    await alter(page, 'quotes', (json: { quotes: { toAmount: string }[] }) => ({
      quotes: json.quotes.map((quote) => ({ ...quote, toAmount: `${quote.toAmount}000` })),
    }))
    await amountOf(modal).fill('51')
    await modal.getByRole('button', { name: 'Review swap' }).last().click()
    await expect(modal).toContainText('another swap than the one it offered')
    await back.click()
    await untwist(page)
  })
  await test.step('the price moves between the review and the press', async () => {
    await amountOf(modal).fill('52')
    await modal.getByRole('button', { name: 'Review swap' }).last().click()
    await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
    await alter(page, 'quotes', (json: { quotes: { toAmount: string }[] }) => ({
      quotes: json.quotes.map((quote) => ({
        ...quote,
        toAmount: String((BigInt(quote.toAmount) * 97n) / 100n),
      })),
    }))
    await swapButtonOf(modal).click()
    await expect(modal).toContainText('The price has moved. These are the new amounts.')
    expect(await waitingIn(page)).toBe(0)
    await untwist(page)
    await back.click()
  })
  await test.step('if the API cannot be reached, no missing liquidity is reported', async () => {
    await page.route('**/v1/convert/quotes**', (route) => route.abort())
    await amountOf(modal).fill('53')
    await expect(modal).toContainText('Prices are out of reach right now', { timeout: 30_000 })
    await expect(modal).not.toContainText('liquidity')
    await untwist(page)
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal.getByRole('button', { name: 'Review swap' }).last()).toBeVisible()
  })
  await test.step('an amount above all pools’ liquidity is reported as such, and so is a network without swaps', async () => {
    await page.route('**/v1/convert/quotes**', (route) =>
      route.fulfill({
        status: 400,
        json: { status: 'FAILED', reasons: [{ description: 'Insufficient liquidity' }] },
      }),
    )
    await amountOf(modal).fill('54')
    await expect(modal).toContainText('Try a smaller amount.')
    await page.route('**/v1/convert/tokens**', (route) =>
      route.fulfill({
        status: 400,
        json: { status: 'FAILED', reasons: [{ description: 'Network not supported for Swaps' }] },
      }),
    )
    await page.reload()
    await accountButtonOf(page).click()
    await modal.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(modal).toContainText('Network not supported for Swaps')
  })
  expect(await getTransactionCount(chainOf(devnet, networkId), { address: self })).toBe(sent)
})
