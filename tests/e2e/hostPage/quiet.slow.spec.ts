import { expect, test } from '../fixtures/test.ts'
import { accountChunk, engineChunk } from '../support/chunkWith.ts'

test.use({ isCold: true })

test('a visitor who never connected causes no request to third parties before the first click', async ({
  page,
  devnet,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(devnet.demo)
  const button = page.getByRole('banner').getByRole('button', { name: 'Connect wallet' })
  await expect(button).toBeVisible()
  // when this button shows and the network is idle, the page has finished its automatic work
  await expect(page.getByRole('button', { name: 'Development wallet' })).toBeVisible()
  await page.waitForLoadState('networkidle')

  const own = new URL(devnet.demo).origin
  expect(requests.filter((url) => new URL(url).origin !== own && !url.startsWith('data:'))).toEqual(
    [],
  )
  // no requests for code of chains and of later screens, see `hostPage/preload.slow.spec.ts`
  for (const chunk of [accountChunk(), engineChunk()])
    expect(requests.filter((url) => url.endsWith(chunk.slice(2)))).toEqual([])
})

test('when a visitor chooses a wallet, requests go only to the site and to its API, and to the API only for pictures and wallets', async ({
  page,
  devnet,
}) => {
  await page.goto(`${devnet.demo}/?wallet=hang`)
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Development wallet/ })
    .click()
  await expect(page.getByRole('dialog')).toContainText('Continue in Development wallet')
  await page.waitForLoadState('networkidle')
  expect(requests.length).toBeGreaterThan(0)
  expect(
    requests.filter(
      (url) =>
        ![
          `${devnet.demo}/`,
          `${devnet.api}/public/`,
          `${devnet.api}/getWallets?`,
          `${devnet.api}/getWalletImage/`,
        ].some((allowed) => url.startsWith(allowed)) && !url.startsWith('data:'),
    ),
  ).toEqual([])
})
