import { axe, expect, test } from '../fixtures/test.ts'
import { connect, storedConnection } from '../support/site.ts'

test.use({ isCold: true })

test('the demo site opens, sends no request to third parties, and has no accessibility faults', async ({
  page,
  devnet,
}) => {
  await page.goto(devnet.demo)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('the chains answer at the addresses that the site reports', async ({ request, devnet }) => {
  const answered = await (await request.get(`${devnet.demo}/devnet.json`)).json()
  expect(answered).toEqual(devnet)
  for (const [networkId, url] of Object.entries(devnet.chains).filter(([networkId]) =>
    networkId.startsWith('eip155:'),
  )) {
    const response = await request.post(url, {
      data: { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
    })
    const { result } = await response.json()
    expect(`eip155:${Number(result)}`).toBe(networkId)
  }
})

test('the stored entries of `visitConnected` are those of a real connection', async ({
  page,
  devnet,
}) => {
  await connect(page, `${devnet.demo}/?wallet=approve`)
  await expect
    .poll(() => page.evaluate(() => ({ ...localStorage })))
    .toMatchObject(storedConnection)
})
