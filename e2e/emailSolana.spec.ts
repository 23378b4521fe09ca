/** The e-mail wallet on Solana: one login, an account of each kind, and a payment that the chain has. */
import { solanaAddressOf } from '../devnet/src/solana/solanaAccounts.ts'
import { builtApps, expect, test } from './fixtures/test.ts'
import { modalOf, openConnect } from './support/site.ts'
import { review, sendAgain, sendButtonOf } from './support/send.ts'
import { askSolana, solanaAccountOf } from './support/solana.ts'

test.setTimeout(180_000)
test.use({ allowConsole: [/400 |404 |503 |ERR_/] })

test('one login gives an account of each kind, and the wallet tells of a payment on Solana before it signs', async ({ page }) => {
  const { startLatchkey } = await import('../devnet/src/startLatchkey.ts')
  const { addresses, close } = await startLatchkey({ ...builtApps(), ports: 'free', solana: true })
  try {
    const [networkId = ''] = Object.keys(addresses.chains).filter((id) => id.startsWith('solana:'))
    const node = addresses.chains[networkId] ?? ''
    const modal = await openConnect(page, `${addresses.demo}/?wallet=none`)
    await modal.getByRole('textbox', { name: 'E-mail address' }).fill('sol@example.org')
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
    const codeOf = async () => ((await (await fetch(`${addresses.inbox}/messages.json?to=sol%40example.org`)).json()) as { subject: string }[]).flatMap(({ subject }) => /\d{6}/.exec(subject) ?? [])[0] ?? ''
    await expect.poll(codeOf).toMatch(/^\d{6}$/)
    await page.keyboard.type(await codeOf())
    await expect(modal).toBeHidden()
    const kind = (name: string) => page.getByRole('region', { name: 'Side by side' }).getByRole('group', { name }).getByRole('button')
    await expect(kind('Ethereum')).toHaveText(['In use', 'Leave'])
    await expect(kind('Solana')).toHaveText(['Use', 'Leave'])
    await kind('Solana').first().click()
    await expect(solanaAccountOf(page)).toBeVisible()
    const own = (await page.getByRole('region', { name: 'Your account' }).locator('.address').textContent()) ?? ''
    await askSolana(node, 'requestAirdrop', [own, 2_000_000_000])
    const balanceOf = async (address: string) => (await askSolana<{ value: number }>(node, 'getBalance', [address, { commitment: 'processed' }])).value
    const before = await balanceOf(solanaAddressOf('newcomer'))
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: '0.5', to: solanaAddressOf('newcomer') })
    await sendButtonOf(modalOf(page)).click()
    const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()
    // the payment is all that it does, its fee stands once, and nothing is called unknown
    await expect(frame.locator('.effect-parts > li')).toHaveCount(1)
    await expect(frame.locator('.effect-parts')).toContainText(/Send .*0\.5.* SOL/)
    await expect(frame.locator('.fact').filter({ hasText: 'Network fee' })).toHaveText(/0\.000005\d* SOL/)
    await expect(frame.getByText(/not known here/)).toHaveCount(0)
    await frame.getByRole('button', { name: /^(Approve|Sign)$/ }).click()
    await expect.poll(() => balanceOf(solanaAddressOf('newcomer'))).toBe(before + 500_000_000)
  } finally {
    await page.goto('about:blank')
    await close()
  }
})
