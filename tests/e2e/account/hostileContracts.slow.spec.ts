/** Tokens and NFTs of hostile contracts on a chain, through the real API into the browser. */
import type { Locator, Page } from '@playwright/test'
import { deployHostileNfts, deployHostileToken } from '../../../devnet/src/hostileContracts.ts'
import { startLatchkey } from '../../../devnet/src/startLatchkey.ts'
import { builtApps, expect, test as base } from '../fixtures/test.ts'
import { openActivity } from '../support/activity.ts'
import { behind, harmfulDrawing, serveHostileWeb, type HostileWeb } from '../support/hostileWeb.ts'
import { openAccount, visitConnected } from '../support/site.ts'
import { overflowing } from '../support/targets.ts'

const victim = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const networkId = 'eip155:31337'
const markup = '<img src=x onerror=harmed=1>'
const whole = 10n ** 18n
const tenKilobytes = 10_240

const tokens = [
  { name: 'N'.repeat(tenKilobytes), symbol: 'LONGNAME', decimals: 18, amount: 7n * whole },
  { name: 'Long symbol', symbol: 'S'.repeat(tenKilobytes), decimals: 18, amount: 7n * whole },
  { name: markup, symbol: '<b>BOLD</b>', decimals: 18, amount: 7n * whole },
  { name: '\u202Eneddih\u202C\u200B', symbol: '\u2067ﷺ\u202E', decimals: 18, amount: 7n * whole },
  { name: 'Every bit', symbol: 'MOST', decimals: 18, amount: 2n ** 256n - 1n },
  { name: 'No digits', symbol: 'ZERO', decimals: 0, amount: 7n },
  { name: 'All digits', symbol: 'ALL255', decimals: 255, amount: 7n },
] as const

const dataUri = (type: string, text: string) =>
  `data:${type};base64,${Buffer.from(text).toString('base64')}`
const inside = (name: string, image: string, more: object = {}) =>
  dataUri('application/json', JSON.stringify({ name, image, ...more }))
const uris = [
  inside('Drawing inside', dataUri('image/svg+xml', harmfulDrawing)),
  inside('Page inside', dataUri('text/html', '<script>top.harmed=1</script>')),
  inside(markup, 'javascript:top.harmed=1', {
    description: markup,
    external_url: 'javascript:harmed=1',
    attributes: [{ trait_type: markup, value: 'V'.repeat(tenKilobytes) }],
  }),
  ...[
    'round.json',
    'huge.json',
    'never.json',
    'picture of drawing.svg.json',
    'picture of page.html.json',
    'picture of round.png.json',
    'picture of huge.png.json',
    'picture of never.png.json',
  ].map(behind),
  'T'.repeat(tenKilobytes),
]

// These tests stay on one worker, because each worker would start its own services, and a chain
// with many contracts.
base.describe.configure({ mode: 'default' })

const test = base.extend<{ harmless: void }, { web: HostileWeb }>({
  web: [
    async ({}, use) => {
      const web = await serveHostileWeb()
      await use(web)
      await web.close()
    },
    { scope: 'worker' },
  ],
  // Services and a chain of these tests' own, so that no other test's account is affected. The API
  // has a gateway.
  devnet: [
    async ({ web }, use) => {
      const latchkey = await startLatchkey({
        ...builtApps(),
        ports: 'free',
        nftGateways: { http: web.gateway },
      })
      const node = latchkey.addresses.chains[networkId] ?? ''
      for (const token of tokens) await deployHostileToken(node, victim, token)
      await deployHostileNfts(node, victim, {
        name: markup + 'C'.repeat(tenKilobytes),
        symbol: '\u202E',
        uris,
      })
      const nfts = `${latchkey.addresses.api}/v1/account/${victim}/nfts?chainId=${networkId}`
      await expect
        .poll(async () => (await fetch(nfts)).text(), { timeout: 120_000 })
        .toContain('Drawing inside') // when the API has this NFT, it has read all of them
      await use(latchkey.addresses)
      await latchkey.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  harmless: [
    async ({ page }, use) => {
      await use()
      expect(await page.evaluate(() => 'harmed' in window), 'whether anything ran').toBe(false)
    },
    { auto: true },
  ],
})

// some pictures do not load, which the browser writes to the console
test.use({ allowConsole: [/Failed to load resource|ERR_|404/] })

/**
 * Checks that the page shows plain text, without reversed writing or overflow, on a large and on a
 * small screen.
 */
async function staysInPlace(page: Page, modal: Locator) {
  expect(await modal.locator('img[src="x"], script, b, iframe, object, embed').count()).toBe(0)
  expect(await modal.innerText()).not.toMatch(/[\u202A-\u202E\u2066\u2067]/u)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await expect.poll(() => overflowing(modal)).toEqual([]) // waits until the screen has slid in
  }
}

test('hostile tokens are hidden as unverified, and their long texts are cut; the other tokens are shown as usual', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  const list = modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(list.filter({ hasText: 'USD Coin' })).toHaveCount(1)
  await expect(modal).toContainText(/Total balance \$\d/)
  await expect(list.filter({ hasText: 'BOLD' })).toHaveCount(0)
  await modal.getByRole('switch', { name: /^Show hidden/ }).check()
  await expect(list.filter({ hasText: 'Unverified' })).toHaveCount(5)
  await expect(list.filter({ hasText: markup })).toContainText('7.000 <b>BOLD</b>')
  await expect(list.filter({ hasText: 'neddih' })).toHaveCount(1)
  await expect(list.filter({ hasText: 'MOST' })).toContainText('115,792,089,237')
  await expect(list.filter({ hasText: /ZERO|ALL255/ })).toHaveCount(0)
  for (const text of await list.allInnerTexts()) expect(text.length).toBeLessThan(260)
  await staysInPlace(page, modal)
})

/** A card as high as its content, so that lists that render only visible rows render all rows. */
const tall = { width: 390, height: 6_000 }

test('hostile NFTs: an NFT without metadata has a name, pictures run no script, and limits are kept', async ({
  page,
  devnet,
  web,
}) => {
  await page.clock.install()
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await page.setViewportSize(tall)
  await modal.getByRole('tab', { name: 'NFTs' }).click()
  const tile = (name: string) =>
    modal.getByRole('list', { name: 'NFTs' }).getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(tile('Harbour Light').first()).toBeVisible()
  for (const name of ['Drawing inside', 'Picture drawing.svg'])
    await expect(tile(name).locator('img:not([data-waiting])')).toHaveCount(1)
  for (const name of ['Page inside', 'Picture page.html', 'Picture round.png', markup])
    await expect(tile(name).first().locator('[data-monogram]')).toHaveCount(1)
  await page.clock.runFor(16_000)
  await expect(tile('Picture never.png').locator('[data-monogram]')).toHaveCount(1)
  for (const id of [4, 5, 6, 12])
    await expect(modal.getByRole('button', { name: `C #${id} ` })).toBeVisible()
  expect(web.requests.filter((path) => path.startsWith('elsewhere'))).toEqual([])
  expect(web.sentBytes.get('huge.json')).toBeLessThan(5_000_000)
  await staysInPlace(page, modal)

  await tile(markup).first().click()
  await expect(modal).toContainText(markup)
  await expect(modal.getByRole('link')).toHaveCount(0)
  await staysInPlace(page, modal)
})

test('transfers of hostile tokens are plain text in the activity’s rows and details', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await page.setViewportSize(tall)
  const modal = await openActivity(page)
  const row = (text: string) =>
    modal.getByRole('listitem').getByRole('button').filter({ hasText: text })
  await expect(row('+7.000 <b>BOLD</b>')).toHaveCount(1)
  await expect(row('+7.000 SSSS')).toHaveCount(1)
  await staysInPlace(page, modal)
  await page.setViewportSize(tall)
  await expect(row('Picture round.png').locator('.picture[data-monogram]')).toHaveCount(1)
  for (const text of ['<b>BOLD</b>', 'SSSS', 'MOST']) {
    await page.setViewportSize(tall)
    await row(text).click()
    await expect(modal).toContainText('Received')
    await expect(modal).toContainText('Confirmed')
    await staysInPlace(page, modal)
    await modal.getByRole('button', { name: 'Back' }).click()
  }
})
