import type { Locale } from '@latchkey/protocol/locale'
import { codeLife } from '@latchkey/protocol/walletServer'
import type { Mail } from '../options.ts'
import { timeText } from '../pages/timeText.ts'
import { createTranslator, type Translator } from '../words/createTranslator.ts'
import { mailOf } from './mailOf.ts'

/**
 * The facts of a login in mails: the site, its project's name if it has one, the browser, and the
 * time in milliseconds since 1970.
 * - `company`: the company of the account with which the device logs in, if there is one
 * - `place`: the device's location according to the operator's proxy
 * - `locale`: the language of the mail; null for English
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

/** Minutes for which a code is valid. */
export const minutes = codeLife / 60_000

/** The site's name in mails and pages. Only the origin is reliable. */
export const siteName = ({ origin, project }: Pick<LoginFacts, 'origin' | 'project'>) =>
  project === undefined ? origin : `${project} (${origin})`

/** A name and its value, as one line. */
export const factLine = ({ translate }: Translator, name: string, value: string) =>
  translate('fact', { name, value })

/**
 * One line each for the site, the company, the browser, the location and the time, as far as they
 * are known. The name of the browser is only what the browser claims.
 */
export function loginLines(translator: Translator, facts: LoginFacts): string[] {
  const { translate } = translator
  return [
    factLine(translator, translate('site'), siteName(facts)),
    ...(facts.company === undefined
      ? []
      : [factLine(translator, translate('with'), facts.company)]),
    factLine(translator, translate('browser'), translate('saysItself', { browser: facts.browser })),
    ...(facts.place === undefined ? [] : [factLine(translator, translate('place'), facts.place)]),
    factLine(translator, translate('time'), timeText(facts.at, translator)),
  ]
}

/**
 * The mail with a code. It names the browser and the site that get access to the wallet with the
 * code, and warns that the page into which it is typed could use it on another device.
 * @param facts.wallet this service's origin, if the code is typed in the wallet's own window;
 *   undefined if it is typed in a page of the site
 */
export function codeMail(
  to: string,
  code: string,
  operator: string,
  { wallet, ...facts }: LoginFacts & { wallet?: string | undefined },
): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const subject = translate('code', { code })
  const where =
    wallet === undefined
      ? translate('codePage', { site: siteName(facts) })
      : translate('codeWindow', { wallet })
  const lines = [
    subject,
    translate('codeText', { site: siteName(facts), minutes }),
    ...loginLines(translator, facts),
    translate('codeGives'),
    where,
    translate('never'),
    translate('ignore'),
  ] as const
  return mailOf(translator, { to, subject, operator, lines })
}

/** The mail with the link for a device that is new to the account. */
export function deviceMail(to: string, link: string, operator: string, facts: LoginFacts): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const lines = [
    translate('deviceTitle'),
    ...loginLines(translator, facts),
    translate('deviceText', { minutes }),
  ] as const
  return mailOf(translator, {
    to,
    subject: translate('deviceSubject'),
    operator,
    lines,
    button: { text: translate('deviceButton'), link },
  })
}

/** The mail about a device that has requested the vault. */
export function vaultMail(
  to: string,
  link: string,
  operator: string,
  facts: LoginFacts & { readyAt: number },
): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const lines = [
    translate('vaultTitle'),
    ...loginLines(translator, facts),
    translate('vaultText', { time: timeText(facts.readyAt, translator) }),
    translate('vaultRefuse'),
  ] as const
  return mailOf(translator, {
    to,
    subject: translate('vaultSubject'),
    operator,
    lines,
    button: { text: translate('vaultButton'), link },
  })
}

/** The mail after an account was recovered. */
export function recoveredMail(to: string, operator: string, facts: LoginFacts): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  return mailOf(translator, {
    to,
    subject: translate('recoveredTitle'),
    operator,
    lines: [
      translate('recoveredTitle'),
      ...loginLines(translator, facts),
      translate('recoveredText'),
    ],
  })
}

/**
 * The mail after a device was signed out from another device.
 * @param facts the facts of the device that signed it out
 */
export function removedMail(
  to: string,
  operator: string,
  { removed, ...facts }: LoginFacts & { removed: string },
): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const lines = [
    translate('removedTitle'),
    factLine(translator, translate('removed'), removed),
    factLine(
      translator,
      translate('by'),
      translate('byAt', { browser: facts.browser, site: siteName(facts) }),
    ),
    factLine(translator, translate('time'), timeText(facts.at, translator)),
    translate('removedText'),
  ] as const
  return mailOf(translator, { to, subject: translate('removedTitle'), operator, lines })
}

/**
 * The mail after another login was joined to an account.
 * @param method the company, such as "Google"; null for an address
 */
export function joinedMail(
  to: string,
  operator: string,
  { method, ...facts }: LoginFacts & { method: string | null },
): Mail {
  const translator = createTranslator(facts.locale)
  const { translate } = translator
  const name = method ?? translate('anAddress')
  const lines = [
    translate('joinedTitle'),
    factLine(translator, translate('added'), name),
    ...loginLines(translator, facts),
    translate('joinedText'),
  ] as const
  return mailOf(translator, {
    to,
    subject: translate('joinedSubject', { way: name }),
    operator,
    lines,
  })
}
