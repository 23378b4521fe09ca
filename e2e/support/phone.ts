/** The phone in a tab, for a person and for a script. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type { PhoneScript } from '../../apps/phone/src/phone/exposePhone.ts'
import type { Addresses } from '../../devnet/src/startLatchkey.ts'
import { createRelay } from '../../services/relay/src/createRelay.ts'
import { createLmdbStore } from '../../services/relay/src/store/lmdbStore.ts'
import { test as base } from '../fixtures/test.ts'
import { openDapp, usualWishes } from './openDapp.ts'
import type { Dapp, DappSession } from './openDapp.ts'

type TestFixtures = { dapp: Dapp }
type WorkerFixtures = { relay: string }

/** The `test` for all that is between a phone and a site: with its own relay and site's client. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  relay: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
      const store = await createLmdbStore({ folder })
      const relay = createRelay({ store, overload: false })
      const { url } = await relay.listen({ port: 0 })
      await use(url)
      await relay.close({ drain: 0 })
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  dapp: [
    async ({ relay }, use) => {
      const dapp = await openDapp(relay)
      await use(dapp)
      await dapp.close()
    },
    { scope: 'test' },
  ],
})

/** The open sheet. */
export const sheetOf = (page: Page): Locator => page.getByRole('dialog')

/** Opens the phone, with a deep link when there is a code. */
export async function openPhone(page: Page, { phone }: Addresses, relay: string, uri?: string): Promise<void> {
  await page.goto(`${phone}/${uri === undefined ? '?' : `wc?uri=${encodeURIComponent(uri)}&`}relay=${encodeURIComponent(relay)}`)
  await page.evaluate(() => window.latchkeyPhone.ready)
}

/** The phone in its own browser, whose storage the site does not share. */
export async function startPhone(browser: Browser, devnet: Addresses): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await openPhone(page, devnet, devnet.relay)
  return page
}

/** Calls one of the phone's scripts with plain data as arguments. */
export function script<name extends Scripts>(page: Page, name: name, ...args: Parameters<PhoneScript[name]>): Promise<Awaited<ReturnType<PhoneScript[name]>>> {
  const answer = page.evaluate(
    ([name, args]) => {
      const call = window.latchkeyPhone[name] as (...args: readonly unknown[]) => unknown // TypeScript can't pair the name with its arguments here
      return call(...args)
    },
    [name, [...args]] as [Scripts, unknown[]],
  )
  return answer as never // the type that the script returns
}
type Scripts = Exclude<keyof PhoneScript, 'ready' | 'behaviour'>

/** Connects a phone and a site, without a person. */
export async function connected(page: Page, devnet: Addresses, relay: string, dapp: Dapp): Promise<DappSession> {
  const { uri, approval } = await dapp.propose({ optional: usualWishes })
  await openPhone(page, devnet, relay)
  await script(page, 'pair', uri)
  await script(page, 'approve')
  return approval
}
