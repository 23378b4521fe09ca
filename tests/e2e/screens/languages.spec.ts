/** Texts of an open screen follow the language. */
import { screens } from '../../../apps/demo/src/screens/screens.ts'
import { expect, test } from '../fixtures/test.ts'
import { chunkWith } from '../support/chunkWith.ts'
import { changeScreen, openScreen, speak } from '../support/screens.ts'

// the browser itself writes failed requests to the console
test.use({ isCold: true, allowConsole: [/Failed to load resource|dynamically imported module/] })

test('a change of the language changes every text at once, and keeps the input and the focus', async ({
  page,
  devnet,
}) => {
  const screen = screens.find(({ view, state }) => view === 'AllWallets' && state === 'some found')
  if (!screen) throw new Error('screens.ts names no list of wallets any more')
  const modal = await openScreen(page, devnet.demo, screen)
  const field = modal.getByRole('searchbox')
  await expect(field).toHaveValue('wallet')
  await field.focus()
  await field.evaluate((element) => element.setAttribute('data-same', ''))
  const title = modal.getByRole('heading', { level: 2 })
  await expect(title).toHaveText('All wallets')

  for (const [locale, text] of [
    ['de', 'Alle Wallets'],
    ['ar', 'كل المحافظ'],
    ['ja', 'すべてのウォレット'],
    ['en', 'All wallets'],
  ] as const) {
    await speak(page, locale)
    await expect(title).toHaveText(text)
    await expect(modal).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
    await expect(field).toHaveValue('wallet')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('data-same', '')
  }

  await test.step('if texts fail to load while the modal is open, English stays', async () => {
    const [first] = screens
    if (!first) throw new Error('screens.ts is empty')
    await page.route(chunkWith('Liste des wallets'), (route) => route.abort('connectionreset'))
    await changeScreen(page, first)
    await speak(page, 'ja')
    await expect(modal).toHaveAccessibleName('ウォレットを接続')
    await page.evaluate(() => window.latchkeyScreen?.setLocale('fr'))
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await expect(modal).toHaveAttribute('lang', 'en')
  })
})
