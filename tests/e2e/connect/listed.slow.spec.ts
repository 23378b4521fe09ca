/**
 * A site can list the wallets that it accepts. No list of the kit shows other wallets, from
 * whichever screen the visitor opens it.
 */
import { expect, test } from '../fixtures/test.ts'
import { addWallet, openProfile } from '../support/profile.ts'
import { withOptions } from '../support/options.ts'
import { accountButtonOf, modalOf, visitConnected } from '../support/site.ts'

const others = ['Second wallet', 'app.latchkey.development.second'] as const

test('a recent wallet is not offered if the site excludes it or switches wallets off', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=two`)
  await addWallet(page, /^Second wallet/)
  const modal = await openProfile(page)
  await modal.getByRole('button', { name: 'Disconnect Second wallet' }).click()
  const recent = modal
    .getByRole('list', { name: 'Recent wallets' })
    .getByRole('button', { name: /^Second wallet/ })
  await expect(recent).toBeVisible()
  for (const options of [
    { excludeWalletIds: [...others] },
    { includeWalletIds: ['app.latchkey.development'] },
    { enableWallets: false },
  ]) {
    await page.goto(`${devnet.demo}/?wallet=two&${withOptions(options)}`)
    await expect(accountButtonOf(page)).toBeVisible()
    await openProfile(page)
    await expect(recent).toHaveCount(0)
  }
})

test('an excluded wallet is not offered for a network of another namespace', async ({
  page,
  devnet,
  solana: _chain,
}) => {
  for (const [options, count] of [
    [{}, 1],
    [{ excludeWalletIds: ['Development wallet'] }, 0],
    [{ enableWallets: false }, 0],
  ] as const) {
    await visitConnected(
      page,
      `${devnet.demo}/?wallet=approve&${withOptions({ ...options, excludeWalletIds: 'excludeWalletIds' in options ? [...options.excludeWalletIds] : [] })}`,
    )
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Network/ })
      .click()
    const modal = modalOf(page)
    await modal.getByRole('button', { name: 'Latchkey Solana' }).click()
    await expect(modal).toHaveAccessibleName('Connect for Solana')
    await expect(modal.getByRole('button', { name: 'Development wallet' })).toHaveCount(count)
  }
})
