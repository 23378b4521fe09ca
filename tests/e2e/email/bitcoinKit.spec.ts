/**
 * The e-mail wallet on Bitcoin, with the kit: one login has an account of each namespace, and the
 * Bitcoin account signs a text and pays.
 */
import type { BitcoinChain } from '../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { builtApps, expect, test } from '../fixtures/test.ts'
import { approveIn } from '../support/approvals.ts'
import { changeAddresses } from '../support/changeAddresses.ts'
import { amountOf, recipientOf, sendAgain, sendButtonOf } from '../support/send.ts'
import { modalOf, openConnect } from '../support/site.ts'
import { withBitcoin } from '../support/withBitcoin.ts'

test.setTimeout(180_000)
// the worker's API does not know the chain of this file
test.use({ allowConsole: [/40\d|503|ERR_/] })

const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let chain: BitcoinChain
test.beforeAll(async () => {
  const { startBitcoinChain } = await import('../../../devnet/src/bitcoin/startBitcoinChain.ts')
  chain = await startBitcoinChain({ isHeld: true })
})
test.afterAll(() => chain.close())

test('one login has an account on Bitcoin, which signs a text and pays after an approval in words', async ({
  page,
  devnet,
}, info) => {
  // imported here, because it loads a database, which the other tests do not need
  const { serveMailed } = await import('../fixtures/serveMailed.entry.ts')
  const mailed = await serveMailed(withBitcoin(devnet, chain), builtApps())
  const look = async (name: string) =>
    info.attach(name, { body: await page.screenshot(), contentType: 'image/png' })
  try {
    await changeAddresses(page.context(), (known) => withBitcoin(known, chain))
    // the worker's own API does not serve this chain
    await page.context().route(`${devnet.api}/v1/esplora/**`, (route, request) =>
      route.continue({
        url: request
          .url()
          .replace(/^.*\/v1\/esplora\/[^/]+/, chain.url)
          .replace(/\?.*$/, ''),
      }),
    )
    const modal = await openConnect(page, `${mailed.demo}/?wallet=none`)
    await modal.getByRole('textbox', { name: 'E-mail address' }).fill('kit@example.org')
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
    await page.keyboard.type(await mailed.codeTo('kit@example.org'))
    await expect(modal).toBeHidden()
    await page
      .getByRole('region', { name: 'Side by side' })
      .getByRole('group', { name: 'Bitcoin' })
      .getByRole('button', { name: 'Use' })
      .click()
    const button = page.getByRole('banner').getByRole('button', { name: /^Account \u2068?bcrt/ })
    await expect(button).toBeVisible()
    const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()

    await page.getByRole('button', { name: 'Sign it' }).click()
    await look('text')
    await approveIn(frame, 'Sign')
    await expect(page.getByText('Our server checks signatures of Bitcoin.')).toBeVisible()

    const own =
      (await page
        .getByRole('region', { name: 'Your account' })
        .locator('.address')
        .textContent()) ?? ''
    chain.fund(own, 2_000_000)
    await sendAgain(page, button)
    await amountOf(modal).fill('0.005')
    await recipientOf(modal).fill(friend)
    await modal.getByRole('button', { name: 'Review' }).click()
    await expect(modal).toHaveAccessibleName('Review')
    await look('review')
    await sendButtonOf(modalOf(page)).click()
    await expect(frame.locator('.effect-title')).toHaveText(/Send .*0\.005 BTC/)
    await expect(frame.locator('.fact').filter({ hasText: 'Comes back to you' })).toBeVisible()
    await expect(frame.getByRole('checkbox')).toHaveCount(0)
    await look('approval')
    await approveIn(frame, 'Sign')
    await expect
      .poll(async () => {
        const answer = await fetch(`${chain.url}/address/${friend}`)
        const { mempool_stats } = (await answer.json()) as {
          mempool_stats: { funded_txo_sum: number }
        } // the form of an Esplora
        return mempool_stats.funded_txo_sum
      })
      .toBe(500_000)
  } finally {
    await mailed.close()
  }
})
