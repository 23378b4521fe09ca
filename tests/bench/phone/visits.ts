import { setTimeout } from 'node:timers/promises'
import type { Phone } from './openPhone.ts'
import type { ServedSite } from './serveSite.ts'

/** A visit to the page with React alone: milliseconds and MB. */
export type PlainVisit = { ready: number; heap: number }

/** A visit to the page with the kit: milliseconds, MB and numbers of requests. */
export type KitVisit = {
  ready: number
  heap: number
  /** Requests to other origins than the site, before the first click. */
  strangersBefore: number
  /** Requests of the page to the site, before the first click. */
  fetchedBefore: number
  firstRow: number
  secondRow: number
  asked: number
  account: number
}

/**
 * A visit to the page that fetches nothing before the first press: milliseconds and number of
 * requests.
 */
export type PressVisit = { requests: number; firstRow: number }

/** A visit to the page of a site with a relay, which shows a QR code twice: milliseconds. */
export type CodeVisit = { first: number; second: number }

/** Milliseconds without any input, so that requests by the page itself are counted. */
const quiet = 1_000

/** Waits for the button of the page with React alone. */
export async function visitPlain(phone: Phone): Promise<PlainVisit> {
  const ready = await phone.time('bench.ready')
  await setTimeout(quiet)
  return { ready, heap: await phone.heap() }
}

/** Waits for the button, opens the modal, closes it, opens it again and connects. */
export async function visitKit(phone: Phone, site: ServedSite): Promise<KitVisit> {
  const ready = await phone.time('bench.ready')
  await setTimeout(quiet)
  const before = phone.requests.filter((url) => !site.own.has(url))
  const strangersBefore = before.filter(
    (url) => new URL(url).origin !== new URL(site.url).origin,
  ).length
  const fetchedBefore = before.length - strangersBefore

  const firstRow = await tapUntil(phone, 'button', 'walletRow')
  await phone.evaluate('bench.settled()')
  const heap = await phone.heap()

  await tapUntil(phone, 'closeButton', 'closed')
  const secondRow = await tapUntil(phone, 'button', 'walletRow')
  await phone.evaluate('bench.settled()')

  await tapUntil(phone, 'walletRow', 'account')
  const asked = await phone.time('bench.times.asked - bench.times.click')
  const account = await phone.time('bench.next.then((at) => at - bench.times.answered)')
  return { ready, heap, strangersBefore, fetchedBefore, firstRow, secondRow, asked, account }
}

/** Waits for the button, and opens the modal with the first press. */
export async function visitPress(phone: Phone): Promise<PressVisit> {
  await phone.time('bench.ready')
  await setTimeout(quiet)
  const firstRow = await tapUntil(phone, 'button', 'walletRow')
  await phone.evaluate('bench.settled()')
  // by the page's own clock, so that requests after the row is shown do not count
  const requests = await phone.time(
    'bench.next.then((at) => performance.getEntriesByType("resource").filter(({ startTime }) => startTime > bench.times.touch && startTime < at).length)',
  )
  return { requests, firstRow }
}

/**
 * Waits for the button, opens the modal and its first row (phones), goes back and opens that row
 * again.
 */
export async function visitCode(phone: Phone): Promise<CodeVisit> {
  await phone.time('bench.ready')
  await setTimeout(quiet)
  await tapUntil(phone, 'button', 'walletRow')
  await phone.evaluate('bench.settled()')
  const first = await tapUntil(phone, 'walletRow', 'code')
  await phone.evaluate('bench.settled()')
  await tapUntil(phone, 'backButton', 'walletRow')
  await phone.evaluate('bench.settled()')
  return { first, second: await tapUntil(phone, 'walletRow', 'code') }
}

/**
 * Milliseconds from the click at the end of a tap on `target` until the element `look` was painted.
 */
async function tapUntil(phone: Phone, target: string, look: string): Promise<number> {
  await phone.evaluate(`void (bench.next = bench.painted('${look}'))`)
  await phone.tap(target)
  return phone.time('bench.next.then((at) => at - bench.times.click)')
}
