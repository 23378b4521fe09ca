/** The tab of tokens: currencies, hidden tokens, and hostile tokens. */
import { screens } from '../../../apps/demo/src/screens/screens.ts'
import { expect, test } from '../fixtures/test.ts'
import { openScreen } from '../support/screens.ts'
import { openAccount, visitConnected } from '../support/site.ts'

const headers = { 'access-control-allow-origin': '*' }

test('every value is shown in the chosen currency', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await test.step('every currency has its values on the devnet', async () => {
    const shown = {
      usd: '$',
      eur: '€',
      gbp: '£',
      aud: 'A$',
      cad: 'CA$',
      inr: '₹',
      jpy: '¥',
      btc: 'BTC',
      eth: 'ETH',
    }
    for (const [currency, sign] of Object.entries(shown)) {
      await modal.getByRole('combobox', { name: 'Currency' }).selectOption(currency)
      await expect(modal).toContainText(
        new RegExp(`Total balance ${sign.replace('$', '\\$')}\\s?\\d`),
      )
    }
  })
  await test.step('values are in Ether, also after a reload', async () => {
    await modal.getByRole('combobox', { name: 'Currency' }).selectOption('usd')
    const ether = modal
      .getByRole('list', { name: 'Tokens' })
      .getByRole('listitem')
      .filter({ hasText: 'Ether' })
      .first()
    await expect(ether).toContainText('$')
    const choice = modal.getByRole('combobox', { name: 'Currency' })
    await expect(choice.getByRole('option')).toHaveCount(9)
    await choice.selectOption('eth')
    await expect(ether).toContainText(/ETH\s\d/)
    await expect(modal).toContainText(/Total balance ETH\s\d/)
    await page.reload()
    await openAccount(page)
    await expect(modal).toContainText(/Total balance ETH\s\d/)
  })
})

test.describe('a currency without a rate', () => {
  test.use({ allowConsole: [/400/] })

  test('is replaced by dollars, and a message says so', async ({ page, devnet }) => {
    await page.route(`${devnet.api}/v1/account/*/balance?*currency=eur*`, (route) =>
      route.fulfill({
        status: 400,
        headers,
        json: {
          status: 'FAILED',
          reasons: [{ field: 'currency', description: 'Unsupported currency' }],
        },
      }),
    )
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    const modal = await openAccount(page)
    await expect(modal).toContainText(/Total balance \$/)
    await modal.getByRole('combobox', { name: 'Currency' }).selectOption('eur')
    await expect(modal).toContainText('No rate for EUR right now. Shown in USD.')
    await expect(modal.getByRole('combobox', { name: 'Currency' })).toHaveValue('usd')
    await expect(modal).toContainText(/Total balance \$/)
    await expect(modal).not.toContainText('Token balance unavailable')
  })
})

test('small and unlisted tokens are hidden behind a switch, and are not part of the total', async ({
  page,
  devnet,
}) => {
  const row = (symbol: string, more: object) => ({
    name: symbol,
    symbol,
    chainId: 'eip155:31337',
    address: `eip155:31337:0x${symbol.charCodeAt(0).toString(16).padStart(40, '0')}`,
    price: 1,
    value: 5,
    quantity: { decimals: '18', numeric: '5' },
    iconUrl: '',
    ...more,
  })
  const balances = [
    row('ETH', { address: undefined, value: 0.000_1 }),
    row('GOOD', {}),
    row('DUST', { value: 0.001 }),
    row('FAKE', { value: 1_000_000, verified: false }),
  ]
  await page.route(`${devnet.api}/v1/account/*/balance**`, (route) =>
    route.fulfill({ headers, json: { balances } }),
  )
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  const tokens = modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(tokens).toHaveCount(2)
  await expect(modal).toContainText('Total balance $5.00')
  const hidden = modal.getByRole('switch', { name: 'Show hidden (2)' })
  await hidden.focus()
  await page.keyboard.press('Space')
  await expect(hidden).toBeChecked()
  await expect(tokens).toHaveCount(4)
  await expect(tokens.filter({ hasText: 'FAKE' })).toContainText('Unverified')
  await expect(modal).toContainText('Total balance $5.00')
})

test('texts of unknown tokens are plain text, and long texts are cut', async ({ page, devnet }) => {
  const screen = screens.find(({ state }) => state === 'strange tokens, hidden ones shown')
  if (!screen) throw new Error('The strange tokens have gone.')
  const modal = await openScreen(page, devnet.demo, screen)
  const tokens = modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(tokens).toHaveCount(8) // the token without decimals is dropped
  await expect(tokens.filter({ hasText: '<img src=x onerror=alert(1)>' })).toHaveCount(1)
  await expect(tokens.filter({ hasText: 'دينار البحر' })).toContainText('<0.001')
  expect(await modal.locator('img[src="x"], script').count()).toBe(0)
  for (const text of await tokens.allInnerTexts()) expect(text.length).toBeLessThan(260)
})
