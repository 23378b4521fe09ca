/** Approvals of the embedded wallet, in a site's page or in the wallet's own window. */
import type { BrowserContext, Frame, FrameLocator, Locator, Page } from '@playwright/test'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { expect } from '../fixtures/test.ts'
import { logIn, makeRich, openSite } from './frameSite.ts'
import type { FrameSite } from './frameSite.ts'
import { logInThroughWindow, openForeignSite } from './walletWindow.ts'

/** The attacker's address, to which hostile sites try to send money: a development account. */
export const attacker = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A site, and the address of the account that has logged in on it. */
export type Logged = { site: FrameSite; address: string }

/**
 * Scrolls an approval to its end, as a visitor does who reads it. Before that, the approval is
 * disabled. The scroll position stays at the end while the approval grows.
 */
export async function readToEnd(place: FrameLocator | Page): Promise<void> {
  await place.locator('.screen').evaluate((screen) => {
    // both, because in a low window the whole screen scrolls instead of its body
    const scroll = () =>
      [screen, screen.querySelector('.screen-body')].forEach((part) =>
        part?.scrollTo({ top: part.scrollHeight, behavior: 'instant' }),
      )
    scroll()
    const inner = screen.querySelector('.screen-inner')
    if (inner) new ResizeObserver(scroll).observe(inner)
  })
}

/** Scrolls once, to the current end. */
export const scrollToEnd = (place: FrameLocator | Page): Promise<void> =>
  place
    .locator('.screen')
    .evaluate((screen) =>
      [screen, screen.querySelector('.screen-body')].forEach((part) =>
        part?.scrollTo({ top: part.scrollHeight, behavior: 'instant' }),
      ),
    )

/** Logs a visitor in on a site of another operator, and gives the account ten Ether. */
export async function beginForeign(
  page: Page,
  wallet: ServedWallet,
  email: string,
): Promise<Logged> {
  const site = await openForeignSite(page, wallet)
  await logInThroughWindow(site, wallet, email)
  return enrich(site, wallet)
}

/** Logs a visitor in on one of the operator's own sites, and gives the account ten Ether. */
export async function beginOwn(page: Page, wallet: ServedWallet, email: string): Promise<Logged> {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, email)
  return enrich(site, wallet)
}

async function enrich(site: FrameSite, wallet: ServedWallet): Promise<Logged> {
  const { address } = (await site.ask('GET_USER')) as { address: string } // the frame's answer
  await makeRich(wallet, address)
  return { site, address }
}

/**
 * Makes `window.open` fail in the site's page, as if the visitor had pressed nothing. Presses
 * inside the frame still open windows.
 */
export const blockWindows = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.openBefore = window.open
    window.open = () => null
  })

/** Undoes `blockWindows`. */
export const allowWindows = (page: Page): Promise<void> =>
  page.evaluate(() => void (window.open = window.openBefore))

/** The frame of the wallet in a page. */
export const frameOf = (page: Page): Frame => {
  const frame = page.frames().find((one) => one.url().includes('/frame?'))
  if (!frame) throw new Error('The page has no frame of the wallet')
  return frame
}

/**
 * An observation in a page of the wallet: the state of its approve button, or a press. `at` in
 * milliseconds.
 */
export type Noted = {
  what: 'none' | 'dead' | 'ready' | 'pointerdown' | 'focus' | 'blur'
  at: number
}

declare global {
  interface Window {
    noted: Noted[]
    openBefore: Window['open']
  }
}

/**
 * Records what happens to the approve button of every page and frame, from its next load on, in
 * `window.noted`.
 */
export async function noteApprovals(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted: Noted[] = []
    let last = 'none'
    const look = () => {
      const button = document.querySelector(
        '.screen-footer .button:is([data-variant="primary"], [data-variant="danger"])',
      )
      const what = !button
        ? 'none'
        : button.getAttribute('aria-disabled') === 'true'
          ? 'dead'
          : 'ready'
      if (what !== last) noted.push({ what, at: performance.now() })
      last = what
    }
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
    })
    for (const what of ['pointerdown', 'focus', 'blur'] as const)
      addEventListener(
        what,
        ({ isTrusted, target }) =>
          isTrusted &&
          (what === 'pointerdown' || target === window) &&
          noted.push({ what, at: performance.now() }),
        true,
      )
    window.noted = noted
  })
}

/**
 * Milliseconds from the last observation `from` until the button was ready for the first time after
 * it.
 */
export function waitOf(noted: readonly Noted[], from: Noted['what']): number {
  const begun = noted.findLastIndex(
    ({ what, at }) =>
      what === from && noted.some((later) => later.what === 'ready' && later.at > at),
  )
  const ready = noted.slice(begun).find(({ what }) => what === 'ready')
  const start = noted[begun]
  if (!start || !ready) throw new Error(`Nothing was ready after ${from}: ${JSON.stringify(noted)}`)
  return ready.at - start.at
}

/**
 * Presses a button of the wallet as a visitor does: the mouse moves there first. If the card has
 * moved since, the position is read again.
 */
export async function pressSeen(button: Locator): Promise<void> {
  await button.hover()
  await button.click()
}

/** Reads an approval to its end, accepts its risk if it has one, and presses its button. */
export async function approveIn(
  place: FrameLocator | Page,
  name: 'Approve' | 'Sign',
): Promise<void> {
  const button = place.getByRole('button', { name, exact: true })
  const tick = place.getByRole('checkbox')
  await button.waitFor()
  // repeated, because the card may still grow and move
  await expect(async () => {
    await readToEnd(place)
    if ((await tick.count()) > 0 && !(await tick.isChecked())) await tick.check({ timeout: 1_000 })
    await button.click({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}
