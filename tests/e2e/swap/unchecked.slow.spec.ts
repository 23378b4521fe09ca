/**
 * A swap that was checked for the review, but that the node can no longer run afterwards, is not
 * sent without a warning.
 */
import { expect, test } from '../fixtures/test.ts'
import { openSwap, reviewSwap, swapButtonOf } from '../support/swap.ts'

test.setTimeout(120_000)

test('if the node can no longer simulate the swap after the review, the visitor has to confirm the unchecked swap', async ({
  page,
  devnet,
}) => {
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await reviewSwap(modal, { get: 'USDC', amount: '0.02' })
  await expect(swapButtonOf(modal)).toHaveAttribute('aria-disabled', 'false')
  const isRun = (body: string) =>
    body.includes('eth_simulateV1') || /"eth_call","params":\[\{[^\]]*\},"latest",\{/.test(body)
  await page.route(
    (url) => url.port !== new URL(devnet.demo).port,
    async (route) => {
      const body = route.request().postData() ?? ''
      if (route.request().method() !== 'POST' || !isRun(body)) return route.fallback()
      const payload: unknown = JSON.parse(body)
      const refused = (call: unknown) => ({
        jsonrpc: '2.0',
        id: (call as { id: unknown }).id,
        error: { code: -32601, message: 'Method not found' },
      })
      await route.fulfill({
        json: Array.isArray(payload) ? payload.map(refused) : refused(payload),
      })
    },
  )
  await swapButtonOf(modal).click()
  await expect(modal).toContainText('could not check all of this swap in advance', {
    timeout: 30_000,
  })
  await expect(swapButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
  await modal.getByRole('checkbox', { name: 'I swap it unchecked' }).check()
  await swapButtonOf(modal).click()
  await expect(modal.getByText(/ arrived$/)).toBeVisible({ timeout: 30_000 })
})
