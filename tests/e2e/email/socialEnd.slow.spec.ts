/**
 * The page of the wallet's service that ends a login at a company: which windows get the result.
 * The frame and the site are small pages that repeat every message they get.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startSocial, type WalletLogins } from '@latchkey/protocol/walletServer'
import type { StartedCompanies } from '../../../devnet/src/startCompanies.ts'
import { createTestDevice } from '../../../services/wallet/src/server/testing/createTestDevice.ts'
import { axe, expect, load, test } from '../fixtures/test.ts'

type Heard = {
  where: 'site' | 'frame' | 'foreign frame' | 'shadow frame'
  from: string
  data: { result?: string; resultUri?: string }
}
declare global {
  interface Window {
    heard: Heard[]
  }
}

let companies: StartedCompanies
let wallet: { url: string; close: () => Promise<void> }
let folder: string
let site: string
let foreign: string
let servers: readonly Server[]
const repeat =
  "addEventListener('message', ({ data, origin }) => parent.postMessage({ repeated: data, from: origin, where: new URLSearchParams(location.search).get('where') }, '*'))"

test.beforeAll(async () => {
  const { startCompanies, startWallet } =
    await load<typeof import('../fixtures/devnet.entry.ts')>('./devnet.entry.ts')
  folder = await mkdtemp(join(tmpdir(), 'latchkey-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><title>frame</title><script type="application/json" id="settings"></script><script src="/assets/repeat.js"></script>',
  )
  await writeFile(join(folder, 'assets', 'repeat.js'), repeat)
  companies = await startCompanies({ port: 0 })
  const { url, close } = await startWallet({
    port: 0,
    pages: folder,
    smtp: 'smtp://127.0.0.1:9',
    networks: [],
    changed: { socials: companies.socials },
  })
  // a host name that Node can resolve, too
  wallet = { url: url.replace('wallet.localhost', '127.0.0.1'), close }
  const serve = (page: () => string) =>
    createServer(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page()),
    )
  servers = [
    serve(sitePage),
    serve(() => `<!doctype html><title>foreign</title><script>${repeat}</script>`),
  ]
  for (const server of servers)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // both servers listen on a port
  const [own, other] = servers.map((server) => (server.address() as AddressInfo).port)
  ;[site, foreign] = [`http://localhost:${own}`, `http://127.0.0.1:${other}`]
})
test.afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await wallet.close()
  await companies.close()
  await rm(folder, { recursive: true, force: true })
})

const sitePage =
  () => `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>site</title><body><div id="host"></div><script>
window.heard = []
addEventListener('message', ({ data, origin }) => heard.push('repeated' in data ? { where: data.where, from: data.from, data: data.repeated } : { where: 'site', from: origin, data }))
for (const [where, url] of [['frame', '${wallet.url}/frame?where=frame'], ['foreign frame', '${foreign}/?where=foreign frame']]) document.body.append(Object.assign(document.createElement('iframe'), { src: url, title: where }))
host.attachShadow({ mode: 'open' }).append(Object.assign(document.createElement('iframe'), { src: '${wallet.url}/frame?where=shadow frame', title: 'shadow' }))
</script></body></html>`

async function begin(provider: Exclude<WalletLogins['socials'][number], 'farcaster'>) {
  const device = await createTestDevice(wallet.url)
  return device.ask(startSocial, { provider, projectId: null, origin: site })
}

/** Opens a company's page in a window, as a site does in a click. */
async function openWindow(page: Page, uri: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate((url) => void window.open(url, '', 'width=600,height=800'), uri)
  return opened
}

for (const provider of ['google', 'apple', 'github'] as const) {
  test(`after a login at ${provider} by keyboard alone only the wallet’s own frame gets the result, and the window closes`, async ({
    page,
  }) => {
    await page.goto(site)
    await expect(page.frameLocator('iframe[title="frame"]').locator('title')).toHaveCount(1)
    const { id, uri } = await begin(provider)
    const popup = await openWindow(page, uri)
    await expect(popup.getByRole('heading', { name: /^Sign in with/ })).toBeVisible()
    expect(await axe(popup)).toEqual([])
    await popup.getByRole('radio', { name: /Lena Marsh/ }).focus()
    await popup.keyboard.press('ArrowDown')
    await expect(popup.getByRole('radio', { name: /Noor Haddad/ })).toBeChecked()
    const closed = popup.waitForEvent('close')
    await popup.keyboard.press('Enter')
    await closed
    await expect.poll(() => page.evaluate(() => window.heard.length)).toBeGreaterThanOrEqual(2)
    const heard = await page.evaluate(() => window.heard)
    expect(heard.map(({ where }) => where).toSorted()).toEqual(['frame', 'site'])
    expect(heard.every(({ from }) => from === wallet.url)).toBe(true)
    expect(heard.find(({ where }) => where === 'site')?.data).toEqual({
      resultUri: `${wallet.url}/social/done?id=${id}`,
    })
    expect(heard.find(({ where }) => where === 'frame')?.data).toEqual({
      type: '@latchkey/social',
      id,
      result: expect.any(String),
    })
  })
}

test('when the visitor cancels, the site is notified and no window gets a result', async ({
  page,
}) => {
  await page.goto(site)
  const { id, uri } = await begin('discord')
  const popup = await openWindow(page, uri)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect
    .poll(() => page.evaluate(() => window.heard))
    .toEqual([
      {
        where: 'site',
        from: wallet.url,
        data: { resultUri: `${wallet.url}/social/done?id=${id}&error=socialRefused` },
      },
    ])
})

test('a window without an opener says that the login cannot end there, and its link back contains no result', async ({
  page,
}) => {
  const { uri } = await begin('facebook')
  await page.goto(uri)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('the login cannot end here')
  expect(await axe(page)).toEqual([])
  await expect(page.getByRole('link', { name: `Go back to ${site}` })).toHaveAttribute('href', site)
})
