import { expect, test } from '../fixtures/test.ts'

const [first, second] = [
  'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
]

test('hooks of @wallet-standard/react and the kit share one connection', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages}/standard.html`)
  const library = page.getByRole('region', { name: 'Latchkey' })
  await test.step('the library connects through the kit’s modal, which does not list the kit’s own wallet', async () => {
    await library.getByRole('button', { name: 'Connect by the library', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /Latchkey/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: /Mine/ }).click()
    await expect(page.getByTestId('kit address')).toHaveText(first)
    await expect(library.getByRole('listitem').first()).toHaveText(first)
  })
  await test.step('the library and the kit both show changes of the wallet', async () => {
    await page.evaluate(
      (address) =>
        (window as unknown as { share: (addresses: readonly string[]) => void }).share([address]),
      second,
    )
    await expect(page.getByTestId('kit address')).toHaveText(second)
    await expect(library.getByRole('listitem')).toHaveText([second])
  })
  await test.step('the library disconnects, and the kit is disconnected', async () => {
    await library.getByRole('button', { name: 'Disconnect by the library' }).click()
    await expect(page.getByTestId('kit status')).toHaveText('disconnected')
    await expect(library.getByRole('listitem')).toHaveCount(0)
  })
})
