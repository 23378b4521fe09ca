/** A permission outlives the browser, the API and the bakery's server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { launchOptions } from '../../../scripts/launchOptions.mjs'
import { expect, load, test } from '../fixtures/test.ts'
import {
  allowPermission,
  askForPermission,
  loavesOn,
  logInWithFunds,
  subscriptionOf,
} from '../support/subscriber.ts'

test.setTimeout(300_000)

test('after the end of browser, API and bakery the visitor finds the permission again', async ({
  mailed,
  devnet,
}) => {
  const { serveSessions } = await load<typeof import('../fixtures/serveSessions.entry.ts')>(
    './serveSessions.entry.ts',
  )
  const api = await serveSessions(devnet.chains['eip155:31337'] ?? '')
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
  const contexts: BrowserContext[] = []
  const openBrowser = async (): Promise<Page> => {
    const context = await chromium.launchPersistentContext(folder, await launchOptions({}))
    contexts.push(context)
    await context.route('**/devnet.json', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), api: api.url } })
    })
    return context.pages()[0] ?? (await context.newPage())
  }
  try {
    const first = await openBrowser()
    const email = 'restart@example.org'
    const { address, holdings } = await logInWithFunds(first, { mailed, devnet, email })
    await allowPermission(await askForPermission(first))
    await expect(subscriptionOf(first).getByText('Loaves so far')).toBeVisible({ timeout: 60_000 })
    await expect.poll(holdings, { timeout: 60_000 }).toBeLessThan(100)
    // a list belongs to the origin of the page that announced its sessions
    const listed = async () => {
      const response = await fetch(`${api.url}/v1/sessions/${address}`, {
        headers: { origin: mailed.demo },
      })
      return (await response.json()) as { pcis: { state: string; available: string }[] }
    }
    expect((await listed()).pcis).toMatchObject([{ state: 'active' }])

    await first.context().close()
    await api.restart()
    await mailed.bakery.restart()
    const before = await holdings()
    await expect.poll(holdings, { timeout: 60_000 }).toBeLessThan(before)

    const second = await openBrowser()
    await second.goto(mailed.demo)
    await expect.poll(() => loavesOn(second), { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
    expect((await listed()).pcis).toMatchObject([{ state: 'active' }])
    const end = subscriptionOf(second).getByRole('button', { name: 'End the subscription' })
    await end.click()
    const frame = second.locator('[data-latchkey=wallet] iframe').contentFrame()
    await expect(frame.getByRole('heading', { name: 'End a permission' })).toBeVisible({
      timeout: 30_000,
    })
  } finally {
    await Promise.all(contexts.map((context) => context.close().catch(() => {})))
    await api.close()
    await rm(folder, { recursive: true, force: true })
  }
})
