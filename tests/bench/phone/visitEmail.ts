import { setTimeout } from 'node:timers/promises'
import type { Phone } from './openPhone.ts'
import type { Mailbox } from './serveMailbox.ts'

/**
 * Durations of a visit with a login by e-mail and a signature. Milliseconds. `ready` excludes the
 * time that the wallet waits for the visitor to read.
 */
export type EmailVisit = { account: number; approval: number; ready: number }

/**
 * Durations of a visit in which the visitor logs in and signs in the wallet's own window.
 * Milliseconds.
 */
export type WindowVisit = { ready: number; again: number }

/** Milliseconds without any input. */
const quiet = 1_000
/**
 * Milliseconds for which an approval is visible before its button works: `settleTime` of the
 * wallet.
 */
const pollInterval = 500
let visitors = 0

/**
 * A script that resolves to the time at which an element of the wallet was painted, on a clock that
 * all pages share.
 */
const paintedAt = (selector: string) => `new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector('${selector}')) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()), { once: true })
    port1.start()
    port2.postMessage(undefined)
  }
  look()
})`
const shownAt = paintedAt('.screen-footer button[data-variant=primary]')
const readyAt = paintedAt('.screen-footer button[data-variant=primary]:not([aria-disabled])')
/**
 * A script that makes the site request a signature, and returns the time of the request. The whole
 * message fits on the screen, so that the visitor need not scroll.
 */
const ask =
  "(() => { const at = performance.timeOrigin + performance.now(); kit.signMessage({ message: 'Hello' }).catch(() => {}); return at })()"

/** Opens the modal, and types the address of a new visitor. @returns the address */
async function typeAddress(phone: Phone): Promise<string> {
  const email = `visitor${++visitors}@example.org`
  await phone.time('bench.ready')
  await setTimeout(quiet)
  await phone.tap('button')
  await phone.evaluate("bench.painted('emailField')")
  await phone.evaluate('bench.settled()')
  await phone.tap('emailField')
  await phone.type(email)
  return email
}

/** Logs a new visitor in with a mailed code. Then the site requests a signature. */
export async function visitEmail(phone: Phone, mailbox: Mailbox): Promise<EmailVisit> {
  const email = await typeAddress(phone)
  await phone.press('Enter')
  await phone.evaluate("bench.painted('codeField')")
  const wallet = await phone.inside(mailbox.url)
  const code = await mailbox.codeTo(email)
  // time in which a person reads the mail
  await setTimeout(quiet)
  await phone.evaluate("void (bench.next = bench.painted('account'))")
  await phone.type(code)
  const account = await phone.time('bench.next.then((at) => at - bench.times.input)')
  await phone.evaluate("bench.painted('closed')")
  await setTimeout(quiet)
  const [shown, ready] = [wallet.time(shownAt), wallet.time(readyAt)]
  const requestTime = await phone.time(ask)
  return {
    account,
    approval: (await shown) - requestTime,
    ready: (await ready) - requestTime - pollInterval,
  }
}

/** Logs a new visitor in and requests two signatures, all in the wallet's own window. */
export async function visitWindow(phone: Phone, mailbox: Mailbox): Promise<WindowVisit> {
  const email = await typeAddress(phone)
  const opened = phone.window()
  await phone.press('Enter')
  const login = await opened
  await login.typeInto('Code from the e-mail', await mailbox.codeTo(email))
  await login.closed()
  await phone.evaluate("bench.painted('account')")
  // the window shares the process and the throttling of the frame
  await phone.inside(mailbox.url, { isNear: true })
  const times: number[] = []
  for (let time = 0; time < 2; time++) {
    await setTimeout(quiet)
    const next = phone.window()
    const requestTime = await phone.timePressed(ask)
    const own = await next
    times.push((await own.time(readyAt)) - requestTime - pollInterval)
    const closing = own.closed()
    await own.evaluate(
      "setTimeout(() => document.querySelector('.screen-footer button:not([data-variant=primary])').click())",
    )
    await closing
  }
  const [ready = 0, again = 0] = times
  return { ready, again }
}
