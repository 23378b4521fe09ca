import { html, raw } from '@latchkey/server/html'
import type { Mail } from '../options.ts'
import type { Translator } from '../words/createTranslator.ts'

/**
 * The content of a mail: its subject, its head, its paragraphs, an optional button, the
 * operator's name.
 */
export type MailContent = {
  to: string
  subject: string
  operator: string
  lines: readonly [string, ...string[]]
  button?: { text: string; link: string }
}

/** Creates a mail as text and as HTML. */
export function mailOf(
  { locale, direction }: Translator,
  { to, subject, operator, lines, button }: MailContent,
): Mail {
  const [head, ...rest] = lines
  const text = [...lines, ...(button ? [button.link] : []), operator].join('\n\n')
  const page = html`<!doctype html><html lang="${locale}" dir="${direction}"><body style="font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:2em auto;padding:0 1em">
<h1 style="font-size:1.25em">${head}</h1>
${raw(rest.map((line) => html`<p>${line}</p>`).join('\n'))}
${button && html`<p><a href="${button.link}" style="display:inline-block;padding:.75em 1.5em;border-radius:.75em;background:#1f6feb;color:#fff;text-decoration:none">${button.text}</a></p>\n`}<p style="color:#666">${operator}</p>
</body></html>\n`
  return { to, subject, text: `${text}\n`, html: page.toString() }
}
