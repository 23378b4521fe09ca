import { codeLife } from '@latchkey/protocol/walletServer'
import type { Mail } from '../options.ts'
import { escapeHtml } from './escapeHtml.ts'
import { timeText } from '../pages/timeText.ts'

/**
 * What mails say of a login: the site, its project's name where it has one, the browser, and the time in milliseconds since 1970. `company`: the company's account by
 * which the device comes, where it is one.
 */
export type LoginFacts = { origin: string; project: string | undefined; browser: string; at: number; company?: string | undefined }

/** Minutes for which a code is good. */
export const minutes = codeLife / 60_000
/** Below every code. */
export const never = 'Nobody will ever ask you for this code, by phone, mail or chat. Enter it only where you asked for it.'

/** The site's name, as mails and pages write it: the origin is what counts. */
export const siteName = ({ origin, project }: Pick<LoginFacts, 'origin' | 'project'>) => (project === undefined ? origin : `${project} (${origin})`)

/** The mail with a code. */
export function codeMail(to: string, code: string, operator: string, facts: LoginFacts): Mail {
  return mailOf(to, `Your code is ${code}`, operator, [
    `Your code is ${code}`,
    `It logs you in at ${siteName(facts)}, and is valid for ${minutes} minutes.`,
    never,
    'If you did not ask for it, ignore this mail.',
  ])
}

/** The mail with the link for a device that is new to the account. */
export function deviceMail(to: string, link: string, operator: string, facts: LoginFacts): Mail {
  return mailOf(to, 'Is this you? A new device wants to log in', operator, [
    'A new device wants to log in to your wallet',
    `Site: ${siteName(facts)}`,
    ...(facts.company === undefined ? [] : [`With: ${facts.company}`]),
    `Browser: ${facts.browser}`,
    `Time: ${timeText(facts.at)}`,
    `Open this link to approve or to refuse it. It is valid for ${minutes} minutes.`,
  ], { text: 'Approve or refuse', link })
}

/** The mail about a device that asked the vault. */
export function vaultMail(to: string, link: string, operator: string, facts: LoginFacts & { readyAt: number }): Mail {
  return mailOf(to, 'Your wallet is about to be recovered', operator, [
    'A device wants to recover your wallet',
    `Site: ${siteName(facts)}`,
    `Browser: ${facts.browser}`,
    `Time: ${timeText(facts.at)}`,
    `It will get your wallet at ${timeText(facts.readyAt)}. If this is you, there is nothing to do.`,
    'If this is not you, refuse it now:',
  ], { text: 'This is not me', link })
}

/** The mail after an account was recovered. */
export function recoveredMail(to: string, operator: string, facts: LoginFacts): Mail {
  return mailOf(to, 'Your wallet was recovered on a device', operator, [
    'Your wallet was recovered on a device',
    `Site: ${siteName(facts)}`,
    `Browser: ${facts.browser}`,
    `Time: ${timeText(facts.at)}`,
    'If this is not you, move what your wallet holds to another wallet at once.',
  ])
}

/** The mail after a device was signed out from another. @param facts of the device that did it */
export function removedMail(to: string, operator: string, { removed, ...facts }: LoginFacts & { removed: string }): Mail {
  return mailOf(to, 'A device was removed from your wallet', operator, [
    'A device was removed from your wallet',
    `Removed: ${removed}`,
    `By: ${facts.browser}, at ${siteName(facts)}`,
    `Time: ${timeText(facts.at)}`,
    'If this is not you, somebody can log in to your wallet: change the password of your mail, and remove the device that you do not know.',
  ])
}

/** The mail after another login was joined to an account. @param way such as "Google" */
export function joinedMail(to: string, operator: string, { way, ...facts }: LoginFacts & { way: string }): Mail {
  return mailOf(to, `${way} now opens your wallet`, operator, [
    'A way in was added to your wallet',
    `Added: ${way}`,
    `Site: ${siteName(facts)}`,
    `Browser: ${facts.browser}`,
    `Time: ${timeText(facts.at)}`,
    'If this is not you, somebody can log in to your wallet: remove the devices that you do not know, and move what it holds to another wallet.',
  ])
}

/** A mail as text and as HTML: its head, its paragraphs, perhaps a button, the operator's name. */
export function mailOf(to: string, subject: string, operator: string, lines: readonly [string, ...string[]], button?: { text: string; link: string }): Mail {
  const [head, ...rest] = lines
  const text = [...lines, ...(button ? [button.link] : []), operator].join('\n\n')
  const html = `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:2em auto;padding:0 1em">
<h1 style="font-size:1.25em">${escapeHtml(head)}</h1>
${rest.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${button ? `<p><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:.75em 1.5em;border-radius:.75em;background:#1f6feb;color:#fff;text-decoration:none">${escapeHtml(button.text)}</a></p>\n` : ''}<p style="color:#666">${escapeHtml(operator)}</p>
</body></html>\n`
  return { to, subject, text: `${text}\n`, html }
}
