/** The list of all wallets, with the answers of the real API. */
import { expect, test } from '../fixtures/test.ts'
import { all, openAll, searchOf, statusOf, tileOf } from '../support/allWallets.ts'

test('a search in all wallets also finds a wallet that is not loaded yet', async ({
  page,
  devnet,
}) => {
  const modal = await openAll(page, devnet)
  await expect(searchOf(modal)).toBeFocused()
  await test.step('finds a wallet that is not loaded yet', async () => {
    const last = all.at(-1) ?? ''
    await searchOf(modal).fill(last)
    await expect(tileOf(modal, last)).toBeVisible()
  })
  await test.step('the found wallet has its code with its picture in the middle', async () => {
    await searchOf(modal).fill('')
    await searchOf(modal).pressSequentially('r')
    await expect(tileOf(modal, 'MetaMask')).toBeVisible() // a single letter does not search yet
    await searchOf(modal).pressSequentially('AiNb')
    await expect(modal.getByRole('listitem')).toHaveCount(1)
    await expect(statusOf(modal)).toContainText('Wallets found: 1')
    await tileOf(modal, 'Rainbow').click()
    await expect(modal).toHaveAccessibleName('Rainbow')
    await expect(modal.getByRole('img', { name: 'QR code that connects Rainbow' })).toBeVisible()
    await expect(modal.locator('.scan-code img')).toHaveAttribute(
      'src',
      `${devnet.api}/getWalletImage/me.rainbow`,
    )

    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(searchOf(modal)).toHaveValue('rAiNb')
    await expect(tileOf(modal, 'Rainbow')).toBeVisible()
  })
})
