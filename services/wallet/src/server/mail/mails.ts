import type { Locale } from '@latchkey/protocol/locale'
import { codeLife } from '@latchkey/protocol/walletServer'
import type { Mail } from '../options.ts'
import { timeText } from '../pages/timeText.ts'
import { sayIn, type Speech } from '../words/sayIn.ts'
import { mailOf } from './mailOf.ts'

/**
 * What mails say of a login: the site, its project's name where it has one, the browser, and the
 * time in milliseconds since 1970. `company`: the company's account by which the device comes,
 * where it is one. `place`: where the device is, as the operator's proxy says. `locale`: the
 * language in which it is said; null for English.
 */
export type LoginFacts = {
  origin: string
  project: string | undefined
  browser: string
  at: number
  company?: string | undefined
  place?: string | undefined
  locale: Locale | null
}

/** Minutes for which a code is good. */
export const minutes = codeLife / 60_000

/** The site's name, as mails and pages write it: the origin is what counts. */
export const siteName = ({ origin, project }: Pick<LoginFacts, 'origin' | 'project'>) =>
  project === undefined ? origin : `${project} (${origin})`

/** A name and its value, as one line. */
export const factLine = ({ say }: Speech, name: string, value: string) =>
  say('fact', { name, value })

/**
 * The site, the company where it is one, the browser, the place where it is known, and the time, a
 * line each. The browser's name is what the browser says.
 */
export function whence(speech: Speech, facts: LoginFacts): string[] {
  const { say } = speech
  return [
    factLine(speech, say('site'), siteName(facts)),
    ...(facts.company === undefined ? [] : [factLine(speech, say('with'), facts.company)]),
    factLine(speech, say('browser'), say('saysItself', { browser: facts.browser })),
    ...(facts.place === undefined ? [] : [factLine(speech, say('place'), facts.place)]),
    factLine(speech, say('time'), timeText(facts.at, speech)),
  ]
}

/**
 * The mail with a code: which browser of which site gets into the wallet by it, and that the page
 * into which it is typed could use it on another device.
 * @param facts.wallet this service's origin, where the code is typed in the wallet's own window;
 *   undefined where it is typed in a page of the site
 */
export function codeMail(
  to: string,
  code: string,
  operator: string,
  { wallet, ...facts }: LoginFacts & { wallet?: string | undefined },
): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const subject = say('code', { code })
  const where =
    wallet === undefined
      ? say('codePage', { site: siteName(facts) })
      : say('codeWindow', { wallet })
  const lines = [
    subject,
    say('codeText', { site: siteName(facts), minutes }),
    ...whence(speech, facts),
    say('codeGives'),
    where,
    say('never'),
    say('ignore'),
  ] as const
  return mailOf(speech, { to, subject, operator, lines })
}

/** The mail with the link for a device that is new to the account. */
export function deviceMail(to: string, link: string, operator: string, facts: LoginFacts): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const lines = [
    say('deviceTitle'),
    ...whence(speech, facts),
    say('deviceText', { minutes }),
  ] as const
  return mailOf(speech, {
    to,
    subject: say('deviceSubject'),
    operator,
    lines,
    button: { text: say('deviceButton'), link },
  })
}

/** The mail about a device that asked the vault. */
export function vaultMail(
  to: string,
  link: string,
  operator: string,
  facts: LoginFacts & { readyAt: number },
): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const lines = [
    say('vaultTitle'),
    ...whence(speech, facts),
    say('vaultText', { time: timeText(facts.readyAt, speech) }),
    say('vaultRefuse'),
  ] as const
  return mailOf(speech, {
    to,
    subject: say('vaultSubject'),
    operator,
    lines,
    button: { text: say('vaultButton'), link },
  })
}

/** The mail after an account was recovered. */
export function recoveredMail(to: string, operator: string, facts: LoginFacts): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  return mailOf(speech, {
    to,
    subject: say('recoveredTitle'),
    operator,
    lines: [say('recoveredTitle'), ...whence(speech, facts), say('recoveredText')],
  })
}

/** The mail after a device was signed out from another. @param facts of the device that did it */
export function removedMail(
  to: string,
  operator: string,
  { removed, ...facts }: LoginFacts & { removed: string },
): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const lines = [
    say('removedTitle'),
    factLine(speech, say('removed'), removed),
    factLine(speech, say('by'), say('byAt', { browser: facts.browser, site: siteName(facts) })),
    factLine(speech, say('time'), timeText(facts.at, speech)),
    say('removedText'),
  ] as const
  return mailOf(speech, { to, subject: say('removedTitle'), operator, lines })
}

/**
 * The mail after another login was joined to an account. @param way the company, such as "Google";
 * null for an address
 */
export function joinedMail(
  to: string,
  operator: string,
  { way, ...facts }: LoginFacts & { way: string | null },
): Mail {
  const speech = sayIn(facts.locale)
  const { say } = speech
  const name = way ?? say('anAddress')
  const lines = [
    say('joinedTitle'),
    factLine(speech, say('added'), name),
    ...whence(speech, facts),
    say('joinedText'),
  ] as const
  return mailOf(speech, { to, subject: say('joinedSubject', { way: name }), operator, lines })
}
