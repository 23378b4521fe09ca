import { html, raw } from '@latchkey/server/html'

/** A caught mail. */
export type CaughtMail = {
  id: string
  to: readonly string[]
  from: string
  subject: string
  /** The plain text. */
  text: string
  /** Milliseconds since 1970. */
  receivedAt: number
}

const style = `
:root { color-scheme: light dark; --back: #f4f5f7; --card: #fff; --text: #16181d; --soft: #5b6270; --line: #e3e5ea; --link: #1f6feb }
@media (prefers-color-scheme: dark) { :root { --back: #0e1014; --card: #181b21; --text: #f0f2f5; --soft: #9aa3b2; --line: #2a2f38; --link: #6ea8ff } }
body { margin: 0 auto; max-width: 680px; padding: 24px 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
article { margin: 12px 0; padding: 16px 20px; border: 1px solid var(--line); border-radius: 16px; background: var(--card) }
h1 { font-size: 22px } h2 { margin: 0; font-size: 17px }
p { margin: 4px 0; color: var(--soft); font-size: 14px }
pre { margin: 12px 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
a { color: var(--link) }
`

/** Turns URLs in a text into links. They open in a new tab, so that the inbox stays open. */
const linked = (text: string) =>
  raw(
    html`${text}`.replace(
      /https?:\/\/[^\s<]*[^\s<).,;]/g,
      (url) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`,
    ),
  )

/** The page that lists the caught mails, the newest first. It reloads when a mail arrives. */
export function inboxPage(mails: readonly CaughtMail[]): string {
  const articles = mails.map(
    ({ to, subject, text, receivedAt }) =>
      html`<article><h2>${subject}</h2><p>to ${to.join(', ')}, ${new Date(receivedAt).toLocaleTimeString('en-GB')}</p><pre>${linked(text)}</pre></article>`,
  )
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>Inbox</title><style>${raw(style)}</style></head>
<body><h1>Inbox</h1><p>Mails of the devnet's wallet. None of them leaves this machine.</p>${raw(articles.join('\n') || '<p>No mail yet.</p>')}
<script>new EventSource('/changes').onmessage = () => location.reload()</script></body></html>
`.toString()
}
