import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Group, Row, Unit } from '../group.ts'
import { launchChromium } from '../launchChromium.ts'
import { openPhone } from '../phone/openPhone.ts'
import type { Phone } from '../phone/openPhone.ts'
import { serveSite } from '../phone/serveSite.ts'
import { serveMailbox } from '../phone/serveMailbox.ts'
import type { Mailbox } from '../phone/serveMailbox.ts'
import type { ServedSite } from '../phone/serveSite.ts'
import { visitEmail, visitWindow } from '../phone/visitEmail.ts'
import type { EmailVisit, WindowVisit } from '../phone/visitEmail.ts'
import { visitCode, visitKit, visitPlain, visitPress } from '../phone/visits.ts'
import type { CodeVisit, KitVisit, PlainVisit, PressVisit } from '../phone/visits.ts'
import { startServer } from '../relay/startServer.ts'
import { buildSite } from '../sizes/buildSite.ts'
import { median, rangeOf } from '../statistics.ts'

/** The results of one round of visits. */
type Round = {
  plain: PlainVisit
  kit: KitVisit
  press: PressVisit
  code: CodeVisit
  email: EmailVisit
  own: WindowVisit
  /** Milliseconds of the longest interaction of all visits, from the input to the next frame. */
  longest: number
}
type Sites = { readonly [name in keyof typeof pages]: ServedSite } & {
  /** A site whose operator is not the wallet's operator. */ foreign: ServedSite
}
type Mailboxes = { own: Mailbox; foreign: Mailbox }

const rounds = 9
/**
 * Milliseconds of latency that the wallet's server adds in a new window, because the browser does
 * not throttle the window yet when the window requests its page.
 */
const latency = 60
/** Milliseconds after which the browser has reported the durations of all interactions. */
const reportTime = 500
/** Time limit of a visit, in milliseconds. */
const visitLimit = 60_000

const pages = {
  react: new URL('../sites/react.tsx', import.meta.url),
  kit: new URL('../sites/kit.tsx', import.meta.url),
  press: new URL('../sites/press.tsx', import.meta.url),
  phones: new URL('../sites/phones.tsx', import.meta.url),
  email: new URL('../sites/email.tsx', import.meta.url),
}

let version = ''

/** Measures visits on a slow phone. */
export const group: Group = {
  title: 'Slow phone',
  needsBrowser: true,
  how: `Headless Chromium, 390 × 844, told over its DevTools protocol to run scripts 4× slower and to give the network 9 Mbit/s and 60 ms
a request. \`tests/bench/sites/kit.tsx\`, \`react.tsx\`, \`press.tsx\`, which fetches nothing before the press, \`phones.tsx\`, which names a relay
of this machine, and \`email.tsx\`, which names a wallet of this machine, whose frame is as slow, in turn, whole Vite builds, gzipped, over HTTP/1.1 from this machine, each visit with an empty cache; the median of ${rounds} rounds after one that does
not count. "Ready" and "shown" are the end of the first frame that has it, taken in the page; a frame is 17 ms. Times begin at the
navigation, or when the finger leaves the glass: a tap holds it there for 80 ms. The modal fades in for 150 ms from its first frame.
The wallet announces itself as an extension does and approves at once. A message of five letters is approved, whose end is in sight at once, after a login in the same page; an interaction lasts from the input to the end of its frame (Event Timing); the window has its files from the login's
window, as its browser keeps them, and its server answers 60 ms late. The time in the window has its opening, its page and the greeting in it. The heap is what is left after a garbage collection.`,
  versions: () => [`Chromium ${version}`],
  async measure(signal) {
    const relay = await startServer('relay', signal)
    const ends: (() => Promise<void>)[] = [relay.stop]
    try {
      const [react, kit, press, phones, mailing] = await Promise.all([
        serveScript(pages.react),
        serveScript(pages.kit),
        serveScript(pages.press),
        serveScript(pages.phones, `#${relay.url}`),
        serveScript(pages.email),
      ])
      const mailbox = await serveMailbox([new URL(mailing.url).origin])
      const foreignMailbox = await serveMailbox([], latency)
      ends.push(mailbox.close, foreignMailbox.close)
      const email = { ...mailing, url: `${mailing.url}#${mailbox.url}` }
      const sites: Sites = {
        react,
        kit,
        press,
        phones,
        email,
        foreign: { ...mailing, url: `${mailing.url}#${foreignMailbox.url}` },
      }
      ends.push(...Object.values(sites).map(({ close }) => close))
      const browser = await launchChromium(signal)
      ends.push(() => browser.close())
      version = browser.version()
      const measured: Round[] = []
      for (let round = 0; round <= rounds; round++)
        measured.push(
          await measureRound(browser, sites, { own: mailbox, foreign: foreignMailbox }, signal),
        )
      return rowsOf(measured.slice(1))
    } finally {
      for (const end of ends.reverse()) await end()
    }
  },
}

async function serveScript(script: URL, hash = ''): Promise<ServedSite> {
  const site = await serveSite(await buildSite(script))
  return { ...site, url: site.url + hash }
}

async function measureRound(
  browser: Browser,
  { react, kit, press, phones, email, foreign }: Sites,
  mailboxes: Mailboxes,
  signal: AbortSignal,
): Promise<Round> {
  let longest = 0
  const measureVisit = async <result>(
    site: ServedSite,
    run: (phone: Phone, site: ServedSite) => Promise<result>,
  ): Promise<result> =>
    visit(browser, site, signal, async (phone) => {
      const result = await run(phone, site)
      await setTimeout(reportTime)
      longest = Math.max(longest, await phone.time('bench.longest()'))
      return result
    })
  return {
    plain: await measureVisit(react, visitPlain),
    kit: await measureVisit(kit, visitKit),
    press: await measureVisit(press, visitPress),
    code: await measureVisit(phones, visitCode),
    email: await measureVisit(email, (phone) => visitEmail(phone, mailboxes.own)),
    own: await measureVisit(foreign, (phone) => visitWindow(phone, mailboxes.foreign)),
    longest,
  }
}

/** Runs one visit. Stops waiting for it when the time is up or `signal` aborts. */
async function visit<result>(
  browser: Browser,
  site: ServedSite,
  signal: AbortSignal,
  run: (phone: Phone, site: ServedSite) => Promise<result>,
): Promise<result> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(visitLimit)])
  const stopped = new Promise<never>((_, reject) =>
    limit.addEventListener('abort', () => reject(limit.reason), { once: true }),
  )
  signal.throwIfAborted()
  const phone = await Promise.race([openPhone(browser, site), stopped])
  const result = await Promise.race([run(phone, site), stopped])
  await phone.close()
  return result
}

function rowsOf(measured: readonly Round[]): readonly Row[] {
  const row = (label: string, unit: Unit, of: (round: Round) => number, budget?: number): Row => {
    const values = measured.map(of)
    return { label, unit, measured: median(values), range: rangeOf(values), budget }
  }
  return [
    row(
      'requests before the first click, to others than the site',
      'requests',
      ({ kit }) => kit.strangersBefore,
      0,
    ),
    row(
      'requests to the site for code, while the page is idle',
      'requests',
      ({ kit }) => kit.fetchedBefore,
    ),
    row('button ready, React alone', 'ms', ({ plain }) => plain.ready),
    row('button ready, with the kit', 'ms', ({ kit }) => kit.ready),
    row(
      'with the kit, compared with React alone',
      'times',
      ({ plain, kit }) => kit.ready / plain.ready,
      1.1,
    ),
    row('first wallet row after the first click', 'ms', ({ kit }) => kit.firstRow, 100),
    row('first wallet row after the second click', 'ms', ({ kit }) => kit.secondRow, 40),
    row(
      "first wallet row after the first click, `preload: 'press'`",
      'ms',
      ({ press }) => press.firstRow,
    ),
    row(
      "requests from the press to that row, `preload: 'press'`",
      'requests',
      ({ press }) => press.requests,
      6,
    ),
    row('wallet asked after the click on its row', 'ms', ({ kit }) => kit.asked),
    row(
      'account shown on the button after the wallet answered',
      'ms',
      ({ kit }) => kit.account,
      40,
    ),
    row('QR code after the click on the row of phones', 'ms', ({ code }) => code.first, 200),
    row('the same for the second time', 'ms', ({ code }) => code.second, 200),
    row(
      'e-mail wallet: account shown after the code of a new visitor',
      'ms',
      ({ email }) => email.account,
      400,
    ),
    row(
      'e-mail wallet: approval shown after the site asks',
      'ms',
      ({ email }) => email.approval,
      150,
    ),
    row(
      'e-mail wallet: Approve ready in the page after the site asks, without the 500 ms of looking',
      'ms',
      ({ email }) => email.ready,
      150,
    ),
    row(
      'e-mail wallet: Approve ready in its window after the press, without the 500 ms of looking',
      'ms',
      ({ own }) => own.ready,
      400,
    ),
    row('the same for the second time', 'ms', ({ own }) => own.again, 400),
    row('longest interaction of all visits', 'ms', ({ longest }) => longest, 100),
    row('heap with the modal open', 'MB', ({ kit }) => kit.heap, 3),
    row('the same over the page with React alone', 'MB', ({ plain, kit }) => kit.heap - plain.heap),
  ]
}
