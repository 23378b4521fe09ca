import { createHash } from 'node:crypto'
import { html, raw } from '@latchkey/server/html'
import type { Html } from '@latchkey/server/html'
import type { Translator } from '../words/createTranslator.ts'

const style = `
:root { color-scheme: light dark; --back: #f4f5f7; --card: #fff; --text: #16181d; --soft: #5b6270; --line: #e3e5ea; --main: #1f6feb; --on-main: #fff }
@media (prefers-color-scheme: dark) { :root { --back: #0e1014; --card: #181b21; --text: #f0f2f5; --soft: #9aa3b2; --line: #2a2f38; --main: #4c8dff; --on-main: #08121f } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 420px; padding: 28px; border: 1px solid var(--line); border-radius: 20px; background: var(--card) }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25 }
p { margin: 8px 0; color: var(--soft) }
dl { margin: 16px 0; padding: 4px 16px; border: 1px solid var(--line); border-radius: 14px }
div.row { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0 }
div.row + div.row { border-top: 1px solid var(--line) }
dt { color: var(--soft) }
dd { margin: 0; text-align: end; font-weight: 600; overflow-wrap: anywhere }
form { margin: 10px 0 0 }
button { width: 100%; min-height: 48px; border: 1px solid var(--line); border-radius: 14px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.main { border-color: transparent; background: var(--main); color: var(--on-main) }
button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
a { color: var(--main); font-weight: 600; overflow-wrap: anywhere }
a:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
footer { margin-top: 20px; color: var(--soft); font-size: 14px }
`

const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Headers of our own pages: no script, no frame, forms to ourselves only. */
export const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${styleSource}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // with `no-referrer` a browser would hide the form's own origin from us
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
}

/** A button that posts a token to one of our paths. */
export type PageButton = { text: string; path: string; token: string; isMain?: boolean }

/** The content of a page. All texts are plain. */
export type PageContent = {
  title: string
  lines: readonly string[]
  facts?: readonly (readonly [string, string])[]
  buttons?: readonly PageButton[]
  link?: { text: string; href: string } | undefined
  /** The service's own markup, after the texts. */
  tail?: Html
  operator: string
}

/** Creates one of the pages behind the links in mails. */
export function documentOf(
  { locale, direction }: Pick<Translator, 'locale' | 'direction'>,
  { title, lines, facts = [], buttons = [], link, tail, operator }: PageContent,
): string {
  const list =
    facts.length > 0 &&
    html`<dl>${facts.map(([name, value]) => html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
  const forms = buttons.map(
    ({ text, path, token, isMain }) =>
      html`<form method="post" action="${path}"><input type="hidden" name="token" value="${token}"><button${isMain && raw(' class="main"')}>${text}</button></form>`,
  )
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${raw(style)}</style></head>
<body><main><h1>${title}</h1>${lines.map((line) => html`<p>${line}</p>`)}${list}${forms}${link && html`<p><a href="${link.href}">${link.text}</a></p>`}<footer>${operator}</footer></main>${tail}</body>
</html>
`.toString()
}
