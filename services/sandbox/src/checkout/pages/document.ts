import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, raw } from '@latchkey/server/html'
import type { Html } from '@latchkey/server/html'
import { readSheet } from '@latchkey/ui/node/readSheet.ts'
import type { Translator } from '../words/translatorFor.ts'
import { alert, partSheets } from './parts.ts'

const style =
  readSheet(partSheets) + readFileSync(new URL('./checkout.css', import.meta.url), 'utf8')

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
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${leave !== undefined && html`<meta http-equiv="refresh" content="0;url=${leave}">`}<title>${title}</title><style>${raw(style)}</style></head>
<body class="root" data-mode="auto"><main class="checkout">${alert('warning', 'note', translate('notice'))}${body}</main></body>
</html>
`.toString()
}
