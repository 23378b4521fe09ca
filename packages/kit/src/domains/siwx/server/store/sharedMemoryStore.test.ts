import { expect, test, vi } from 'vitest'
import { startBrowser, secret } from '../startTestSiwx.ts'

/** Loads a new copy of the server's code: bundlers create such a copy for each route and page. */
async function createCopy(domain: string) {
  vi.resetModules()
  const { createSiwxServer } = await import('../createSiwxServer.ts')
  return createSiwxServer({ domain, secret })
}

test('several copies of the code in one process share the sessions of one site', async () => {
  const [route, page, stranger] = [
    await createCopy('shop.example'),
    await createCopy('shop.example'),
    await createCopy('other.example'),
  ]
  const { send, sign, cookie } = startBrowser(route.handle, route.origin, Date)
  expect(await send('/verify', await sign())).toMatchObject({ status: 200 })
  const headers = new Headers({ cookie: cookie() })
  expect(await page.readSession({ headers })).toMatchObject({
    accounts: [{ accountId: expect.stringMatching(/^eip155:1:0x/) as string }],
  })
  expect(await stranger.readSession({ headers })).toBeUndefined()
  await page.revoke((await page.readSession({ headers }))?.id ?? '')
  expect(await route.readSession({ headers })).toBeUndefined()
})
