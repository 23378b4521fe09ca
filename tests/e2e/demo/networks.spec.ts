/** Each chain of `devnet/src/chains.ts` is a network of the demo, without another list. */
import { evmChains } from '../../../devnet/src/chains.ts'
import { expect, test } from '../fixtures/test.ts'
import { changeAddresses } from '../support/changeAddresses.ts'
import { modalOf, openAccount, visitConnected } from '../support/site.ts'

test('the visitor can switch to every EVM chain of the devnet, which has its name, balance and transfers', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  for (const { name, nativeCurrency } of evmChains.toReversed())
    await test.step(name, async () => {
      await page.getByRole('main').getByRole('button', { name, exact: true }).click()
      await expect(page.getByText(`Now on ${name}.`)).toBeVisible()
      const modal = await openAccount(page)
      await expect(
        modal.getByRole('list', { name: 'Tokens' }).getByText(nativeCurrency.name, { exact: true }),
      ).toBeVisible()
      await modal.getByRole('button', { name: 'Close' }).click()
      await expect(modalOf(page)).toBeHidden()
      await page
        .getByRole('button', { name: new RegExp(`^Send .* ${nativeCurrency.symbol}$`) })
        .click()
      await expect(page.getByText(/It is in block \d+/)).toBeVisible()
    })
})

test('the page reports a network that /devnet.json does not describe', async ({ page, devnet }) => {
  await changeAddresses(page, (known) => ({
    ...known,
    chains: { ...known.chains, 'eip155:31399': 'http://127.0.0.1:1' },
  }))
  await page.goto(devnet.demo)
  await expect(page.getByRole('alert')).toHaveText(
    'The network eip155:31399 is left out: /devnet.json has no name or no native token for it.',
  )
})
