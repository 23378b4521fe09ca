import { setTimeout } from 'node:timers/promises'
import type { Phone } from './openPhone.ts'
import type { Mailbox } from './serveMailbox.ts'

/** A visit of somebody who logs in by e-mail, and is asked to sign: milliseconds. */
export type EmailVisit = { account: number; approval: number }

/** Milliseconds for which the page is left alone. */
const quiet = 1_000
let visitors = 0

/** When an approval had been painted in the wallet's frame, by a clock that all pages share. */
const approved = `new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector('.screen-footer button[data-variant=primary]')) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()), { once: true })
    port1.start()
    port2.postMessage(undefined)
  }
  look()
})`

/** Logs in with the code of a mail as a new visitor, and has the site ask for a signature. */
export async function visitEmail(phone: Phone, mailbox: Mailbox): Promise<EmailVisit> {
  const email = `visitor${++visitors}@example.org`
  await phone.time('bench.ready')
  await setTimeout(quiet)
  await phone.tap('button')
  await phone.evaluate("bench.painted('emailField')")
  await phone.evaluate('bench.settled()')
  await phone.tap('emailField')
  await phone.type(email)
  await phone.press('Enter')
  await phone.evaluate("bench.painted('codeField')")
  const wallet = await phone.inside(mailbox.url)
  const code = await mailbox.codeTo(email)
  // a person reads the mail meanwhile
  await setTimeout(quiet)
  await phone.evaluate("void (bench.next = bench.painted('account'))")
  await phone.type(code)
  const account = await phone.time('bench.next.then((at) => at - bench.times.input)')
  await phone.evaluate("bench.painted('closed')")
  await setTimeout(quiet)
  const shown = wallet.time(approved)
  const asked = await phone.time("(() => { const at = performance.timeOrigin + performance.now(); kit.signMessage({ message: 'Hello' }).catch(() => {}); return at })()")
  return { account, approval: (await shown) - asked }
}
