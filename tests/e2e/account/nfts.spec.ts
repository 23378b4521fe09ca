/** The tab of NFTs: grid, detail, hidden NFTs, and hostile pictures. */
import type { Page } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { openAccount, visitConnected } from '../support/site.ts'

test.use({ allowConsole: [/Failed to load resource|ERR_|404/] })

const headers = { 'access-control-allow-origin': '*' }
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const nft = (tokenId: number, more: object = {}) => ({
  chainId: 'eip155:31337',
  contract,
  tokenId: String(tokenId),
  standard: 'ERC721',
  amount: '1',
  name: `Number ${tokenId}`,
  description: null,
  collection: { name: 'Lights', symbol: 'L' },
  picture: null,
  externalUrl: null,
  traits: [],
  flags: { is_spam: false },
  ...more,
})
const answers = (devnet: Addresses) => `${devnet.api}/v1/account/*/nfts**`

/** Makes the API answer with these NFTs in pages of fifty. */
async function serve(page: Page, devnet: Addresses, all: readonly object[]) {
  const cursors: string[] = []
  await page.route(answers(devnet), (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? '0'
    cursors.push(cursor)
    const from = Number(cursor)
    return route.fulfill({
      headers,
      json: {
        data: all.slice(from, from + 50),
        next: from + 50 < all.length ? String(from + 50) : null,
      },
    })
  })
  return cursors
}

async function openNfts(page: Page, devnet: Addresses) {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await modal.getByRole('tab', { name: 'NFTs' }).click()
  return modal
}

test('the NFTs of an account of the devnet', async ({ page, devnet }) => {
  const modal = await openNfts(page, devnet)
  await test.step('spam is behind a switch, is marked as spam, and has no link', async () => {
    const reward = modal.getByRole('button', { name: '5,000 USDC reward' })
    const spam = modal.getByRole('switch', { name: 'Show likely spam (1)' })
    await expect(spam).not.toBeChecked()
    await expect(reward).toBeHidden()
    await spam.check()
    await reward.click()
    await expect(modal).toContainText('This is likely spam')
    await expect(modal.getByRole('link', { name: /example\.invalid/ })).toHaveCount(0)
    await modal.getByRole('button', { name: 'Back' }).click()
    await spam.uncheck()
  })
  await test.step('an NFT opens its detail, and Back returns to the tab', async () => {
    const tiles = modal.getByRole('list', { name: 'NFTs' }).getByRole('button')
    await expect(tiles.filter({ hasText: 'Harbour Light #' }).first()).toBeVisible()
    await expect(tiles.filter({ hasText: 'reward' })).toHaveCount(0)
    await tiles.filter({ hasText: 'Harbour Light #' }).first().click()
    await expect(modal).toHaveAccessibleName('Harbour Lights')
    await expect(modal.getByRole('region', { name: 'Traits' })).toContainText('Sky')
    await expect(modal).toContainText('ERC-721')
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(modal.getByRole('tab', { name: 'NFTs' })).toHaveAttribute('aria-selected', 'true')
    await expect(tiles.filter({ hasText: 'Harbour Light #' }).first()).toBeFocused()
  })
})

test('the NFT tab works by keyboard alone; an NFT’s link opens a new page without an opener and a referrer', async ({
  page,
  devnet,
}) => {
  await serve(
    page,
    devnet,
    Array.from({ length: 7 }, (_, index) =>
      nft(index, index === 1 ? { externalUrl: 'https://lights.example.org/1' } : {}),
    ),
  )
  const modal = await openNfts(page, devnet)
  await test.step('by keyboard alone', async () => {
    await expect(modal.getByRole('button', { name: 'Number 0' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(modal.getByRole('button', { name: 'Number 0' })).toBeFocused()
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await expect(modal.getByRole('button', { name: 'Number 5' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(modal).toContainText('Number 5')
    await expect(modal).toHaveAccessibleName('Lights')
    await modal.getByRole('button', { name: 'Back' }).press('Enter')
    await expect(modal.getByRole('button', { name: 'Number 5' })).toBeFocused()
  })
  await test.step('the link of an NFT opens a new page without a referrer', async () => {
    await modal.getByRole('button', { name: 'Number 1' }).click()
    const link = modal.getByRole('link', { name: 'Open lights.example.org' })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noreferrer/)
  })
})

test('many NFTs load page by page while scrolling, and few are rendered', async ({
  page,
  devnet,
}) => {
  const cursors = await serve(
    page,
    devnet,
    Array.from({ length: 400 }, (_, index) => nft(index)),
  )
  const modal = await openNfts(page, devnet)
  await expect(modal.getByRole('button', { name: 'Number 0' })).toBeVisible()
  expect(cursors.length).toBeLessThan(3)
  const body = modal.locator('.screen-body')
  await expect(async () => {
    await body.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(modal.getByRole('button', { name: 'Number 399' })).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 60_000, intervals: [20] })
  expect(cursors).toHaveLength(8)
  expect(
    await modal.getByRole('list', { name: 'NFTs' }).getByRole('listitem').count(),
  ).toBeLessThan(60)
})

test('a page of NFTs that fails to load can be requested again', async ({ page, devnet }) => {
  let isDown = true
  await page.route(answers(devnet), (route) => {
    const isFirst = !new URL(route.request().url()).searchParams.has('cursor')
    if (!isFirst && isDown) return route.fulfill({ status: 404, headers, json: {} })
    return route.fulfill({
      headers,
      json: {
        data: Array.from({ length: 4 }, (_, index) => nft(isFirst ? index : 100 + index)),
        next: isFirst ? 'more' : null,
      },
    })
  })
  const modal = await openNfts(page, devnet)
  await expect(modal).toContainText('More could not be loaded.')
  isDown = false
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal.getByRole('button', { name: 'Number 103' })).toBeVisible()
  await expect(modal).not.toContainText('More could not be loaded.')
})

test('an outage is shown as an outage, and an account without NFTs as empty', async ({
  page,
  devnet,
}) => {
  await page.route(answers(devnet), (route) => route.fulfill({ status: 404, headers, json: {} }))
  const modal = await openNfts(page, devnet)
  await expect(modal).toContainText('NFTs are unavailable')
  await expect(modal).not.toContainText('No NFTs yet')
  await page.unroute(answers(devnet))
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal.getByRole('list', { name: 'NFTs' })).toBeVisible()

  await serve(page, devnet, [])
  await page.reload()
  await openAccount(page)
  await modal.getByRole('tab', { name: 'NFTs' }).click()
  await expect(modal).toContainText('No NFTs yet')
})

test('pictures of NFTs run no script and send no referrer; a broken or endless picture becomes a monogram', async ({
  page,
  devnet,
}) => {
  const drawing = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/><script>window.top.harmed = true</script></svg>')}`
  const at = (path: string) => `${devnet.api}/pictures/${path}`
  const referrers: (string | undefined)[] = []
  await page.clock.install()
  await page.route(at('plain.svg'), async (route) => {
    referrers.push((await route.request().allHeaders())['referer'])
    await route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.top.harmed = true</script></svg>',
    })
  })
  await page.route(at('round/**'), (route) =>
    route.fulfill({ status: 302, headers: { location: at(`round/${Math.random()}`) } }),
  )
  await page.route(at('page.html'), (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script>window.top.harmed = true</script>' }),
  )
  await page.route(at('forever.png'), () => new Promise<void>(() => {}))
  await serve(page, devnet, [
    nft(1, { name: 'Drawing', picture: drawing }),
    nft(2, { name: 'Plain', picture: at('plain.svg') }),
    nft(3, { name: 'Round', picture: at('round/0') }),
    nft(4, { name: 'Page', picture: at('page.html') }),
    nft(5, { name: 'Broken', picture: 'data:image/png;base64,AAAA' }),
    nft(6, { name: 'Forever', picture: at('forever.png') }),
  ])
  const modal = await openNfts(page, devnet)
  const tile = (name: string) => modal.getByRole('button', { name: new RegExp(`^${name}`) })
  for (const name of ['Drawing', 'Plain'])
    await expect(tile(name).locator('img:not([data-waiting])')).toHaveCount(1)
  for (const name of ['Round', 'Page', 'Broken'])
    await expect(tile(name).locator('[data-monogram]')).toHaveCount(1)
  await expect(tile('Forever').locator('img[data-waiting]')).toHaveCount(1)
  await page.clock.runFor(16_000)
  await expect(tile('Forever').locator('[data-monogram]')).toHaveCount(1)
  expect(referrers).toEqual([undefined])
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
})
