/** The phone in a tab, for a person and for a script. */
import type { Browser, Locator, Page } from '@playwright/test'
import type { PhoneScript } from '../../../apps/phone/src/phone/exposePhone.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { usualNamespaces } from './openDapp.ts'
import type { Dapp, DappSession } from './openDapp.ts'

/** The open sheet. */
export const sheetOf = (page: Page): Locator => page.getByRole('dialog')

/** Opens the phone, with a deep link when there is a code. */
export async function openPhone(
  page: Page,
  { phone }: Addresses,
  relay: string,
  uri?: string,
): Promise<void> {
  await page.goto(
    `${phone}/${uri === undefined ? '?' : `wc?uri=${encodeURIComponent(uri)}&`}relay=${encodeURIComponent(relay)}`,
  )
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
export function script<name extends Scripts>(
  page: Page,
  name: name,
  ...args: Parameters<PhoneScript[name]>
): Promise<Awaited<ReturnType<PhoneScript[name]>>> {
  const answer = page.evaluate(
    ([name, args]) => {
      // TypeScript can't pair the name with its arguments here
      const call = window.latchkeyPhone[name] as (...args: readonly unknown[]) => unknown
      return call(...args)
    },
    [name, [...args]] as [Scripts, unknown[]],
  )
  return answer as never // the script returns the declared type
}
type Scripts = Exclude<keyof PhoneScript, 'ready' | 'behaviour'>

/** Connects a phone and a site, without a person. */
export async function connected(
  page: Page,
  devnet: Addresses,
  relay: string,
  dapp: Dapp,
): Promise<DappSession> {
  const { uri, approval } = await dapp.propose({ optional: usualNamespaces })
  await openPhone(page, devnet, relay)
  await script(page, 'pair', uri)
  await script(page, 'approve')
  return approval
}
