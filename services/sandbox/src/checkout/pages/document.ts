import { createHash } from 'node:crypto'
import { html, raw } from '@latchkey/server/html'
import type { Html } from '@latchkey/server/html'
import type { Translator } from '../words/translatorFor.ts'

const style = `
:root { color-scheme: light dark; --back: #f3f4f7; --card: #fff; --text: #15171c; --soft: #575f6e; --line: #dfe2e8; --field: #8a92a2; --main: #1d5fd6; --on-main: #fff; --note: #fff3cf; --on-note: #5a4200; --bad: #b3261e; --good: #12703c }
@media (prefers-color-scheme: dark) { :root { --back: #0d0f13; --card: #171a20; --text: #f1f3f6; --soft: #a5aebd; --line: #2c313b; --field: #727b8b; --main: #7aa7ff; --on-main: #07121f; --note: #38300f; --on-note: #ffe6a6; --bad: #ff8f86; --good: #6fd79d } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; align-content: start; justify-items: center; padding: 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 440px }
.note { margin: 0 0 12px; padding: 10px 14px; border-radius: 12px; background: var(--note); color: var(--on-note); font-size: 14px; font-weight: 600 }
.card { padding: 20px; border: 1px solid var(--line); border-radius: 20px; background: var(--card) } .card + .card { margin-block-start: 12px }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere } h2 { margin: 0 0 12px; font-size: 17px; line-height: 1.3 }
p { margin: 0 0 12px; color: var(--soft) } p:last-child { margin-block-end: 0 }
dl { margin: 12px 0 0 } .row { display: flex; justify-content: space-between; gap: 16px; padding: 6px 0 } .row.sum { margin-block-start: 6px; padding-block-start: 12px; border-block-start: 1px solid var(--line); font-weight: 600 }
dt { color: var(--soft) } .sum dt { color: inherit } dd { margin: 0; text-align: end; overflow-wrap: anywhere } .row.main dd { font-weight: 600 } .mono { font: 14px/1.7 ui-monospace, monospace }
.field { margin-block-end: 14px } label { display: block; margin-block-end: 4px; font-size: 14px; font-weight: 600 }
.hint { margin: 4px 0 0; font-size: 13px } .fault { margin: 4px 0 0; color: var(--bad); font-size: 14px; font-weight: 600 }
input { width: 100%; height: 48px; padding: 0 14px; border: 1px solid var(--field); border-radius: 12px; background: none; color: inherit; font: inherit } input[aria-invalid] { border-color: var(--bad); border-width: 2px }
input::placeholder { color: var(--soft); opacity: 1 } input.digits { font-variant-numeric: tabular-nums; direction: ltr; text-align: start }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
.faults { margin: 0 0 16px; padding: 12px 14px; border: 2px solid var(--bad); border-radius: 12px } .faults h2 { margin: 0; font-size: 15px } .faults ul { margin: 6px 0 0; padding-inline-start: 20px }
button, .button { display: grid; place-items: center; width: 100%; min-height: 50px; padding: 8px 16px; border: 1px solid var(--field); border-radius: 14px; background: none; color: inherit; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; overflow-wrap: anywhere }
button + button, .button + .button { margin-block-start: 10px } .main:is(button, a) { border-color: transparent; background: var(--main); color: var(--on-main) }
:is(button, a, input, summary):focus-visible { outline: 3px solid var(--main); outline-offset: 2px } a { color: var(--main) }
details { margin-block: -8px 10px } summary { min-height: 44px; padding: 10px 0; cursor: pointer; font-weight: 600 } ul { margin: 0; padding-inline-start: 20px } details ul { padding: 0; list-style: none } details li { padding: 4px 0; color: var(--soft) } code { color: var(--text); font: 14px ui-monospace, monospace; direction: ltr; unicode-bidi: isolate; white-space: nowrap }
.sign { display: grid; place-items: center; width: 48px; height: 48px; margin: 0 0 12px; border: 2px solid; border-radius: 50%; font-size: 24px; line-height: 1 } .good { color: var(--good) } .bad { color: var(--bad) } .soft { color: var(--soft) } .actions { margin-block-start: 16px }
`

const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * Headers of every page: they forbid scripts, framing and foreign content, and forms may be sent
 * only to this server.
 */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${styleSource}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // with `no-referrer` a browser sends `Origin: null` with a form
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
}

/**
 * The HTML document of a page.
 * @param leave an address to which the browser goes at once; it has to be checked already
 */
export function documentOf(
  { locale, direction, translate }: Translator,
  title: string,
  body: Html,
  leave?: string,
): string {
  return html`<!doctype html>
<html lang="${locale}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${leave !== undefined && html`<meta http-equiv="refresh" content="0;url=${leave}">`}<title>${title}</title><style>${raw(style)}</style></head>
<body><main><p class="note" role="note">${translate('notice')}</p>${body}</main></body>
</html>
`.toString()
}
