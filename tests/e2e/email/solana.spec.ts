/**
 * The e-mail wallet on Solana: one login, an account of each namespace, and a payment on the chain.
 */
import { solanaAddressOf } from '../../../devnet/src/solana/solanaAccounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import { modalOf, openConnect } from '../support/site.ts'
import { review, sendAgain, sendButtonOf } from '../support/send.ts'
import { requestSolana, solanaAccountOf } from '../support/solana.ts'

test.setTimeout(180_000)
test.use({ allowConsole: [/400 |404 |503 |ERR_/] })

test('one login gives an account of each namespace, and the wallet describes a payment on Solana before it signs', async ({
  page,
  solana: chain,
  mailedSolana: mailed,
}) => {
  const modal = await openConnect(page, `${mailed.demo}/?wallet=none`)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill('sol@example.org')
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await page.keyboard.type(await mailed.codeTo('sol@example.org'))
  await expect(modal).toBeHidden()
  const kind = (name: string) =>
    page
      .getByRole('region', { name: 'Side by side' })
      .getByRole('group', { name })
      .getByRole('button')
  await expect(kind('Ethereum')).toHaveText(['In use', 'Leave'])
  await expect(kind('Solana')).toHaveText(['Use', 'Leave'])
  await kind('Solana').first().click()
  await expect(solanaAccountOf(page)).toBeVisible()
  const own =
    (await page.getByRole('region', { name: 'Your account' }).locator('.address').textContent()) ??
    ''
  await requestSolana(chain.url, 'requestAirdrop', [own, 2_000_000_000])
  const before = await chain.balanceOf(solanaAddressOf('newcomer'))
  await sendAgain(page, solanaAccountOf(page))
  await review(modal, { amount: '0.5', to: solanaAddressOf('newcomer') })
  await sendButtonOf(modalOf(page)).click()
  const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()
  // the transaction's only effect is the payment, the fee is shown once, nothing is marked unknown
  await expect(frame.locator('.effect-parts > li')).toHaveCount(1)
  await expect(frame.locator('.effect-parts')).toContainText(/Send .*0\.5.* SOL/)
  await expect(frame.locator('.fact').filter({ hasText: 'Network fee' })).toHaveText(
    /0\.000005\d* SOL/,
  )
  await expect(frame.getByText(/not known here/)).toHaveCount(0)
  await readToEnd(frame)
  await frame.getByRole('button', { name: /^(Approve|Sign)$/ }).click()
  await expect.poll(() => chain.balanceOf(solanaAddressOf('newcomer'))).toBe(before + 500_000_000n)
})
