import { createHash } from 'node:crypto'
import { html, raw } from '@latchkey/server/html'
import type { Call } from '../http/env.ts'
import { siteName } from '../mail/mails.ts'
import { projectName } from '../logins/siteOf.ts'
import type { Service } from '../service.ts'
import type { SocialAttempt } from '../socials/enter.ts'
import { createTranslator } from '../words/createTranslator.ts'
import { documentHeaders, documentOf } from './document.ts'

/**
 * Sends the result to the frames of this origin in the opener's page, or to the opener if it is
 * such a frame, then informs the site. A browser delivers a message only to a window of the named
 * origin, so only our own frames get the result. `opener[at]` are the frames of the page's
 * document, but none inside a shadow tree. If a company or the site has severed this window from
 * its opener, nothing can be sent, and the visitor sees a message.
 */
const script = `
const { origin, message, resultUri, cutOff } = JSON.parse(document.getElementById('end').textContent)
const { opener } = window
if (opener && !opener.closed) {
  const isOurs = (other) => { try { return other.origin === location.origin } catch { return false } }
  for (let at = 0; message && at < opener.length; at++) opener[at].postMessage(message, location.origin)
  if (!isOurs(opener)) opener.postMessage({ resultUri }, origin)
  else if (message) opener.postMessage(message, location.origin)
  window.close()
} else if (cutOff) document.querySelector('main p').textContent = cutOff
`
const scriptSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const headers = {
  ...documentHeaders,
  'content-security-policy': documentHeaders['content-security-policy'].replace(
    "default-src 'none';",
    `default-src 'none'; script-src ${scriptSource};`,
  ),
  // this address contains the company's code
  'referrer-policy': 'no-referrer',
  // this window has to send messages to its opener
  'cross-origin-opener-policy': 'unsafe-none',
}

type End = { attempt: SocialAttempt; returnTo: string | null; result: string | undefined }

/**
 * Serves the end of a login at a company.
 * @param end.result the proof for the device; undefined where the visitor or the company
 *   refused
 */
export function loginEnd(
  { options }: Service,
  call: Call,
  { attempt: { id, origin, projectId, locale }, returnTo, result }: End,
): Response {
  const resultUri = new URL(`${call.get('own')}/social/done?id=${id}`)
  if (result === undefined) resultUri.searchParams.set('error', 'socialRefused')
  if (returnTo !== null) return leave(call, { returnTo, resultUri, result })

  const message = result === undefined ? undefined : { type: '@latchkey/social', id, result }
  const translator = createTranslator(locale)
  const { translate } = translator
  const data = JSON.stringify({
    origin,
    message,
    resultUri: resultUri.href,
    ...(message && { cutOff: translate('loginCutOffText') }),
  }).replaceAll('<', '\\u003c')
  const page = documentOf(translator, {
    title: translate(message ? 'loginDone' : 'loginFailed'),
    lines: [translate(message ? 'loginDoneText' : 'loginFailedText')],
    // the link has no result, because a frame accepts a window's result only from this page
    link: {
      text: translate('goBack', {
        site: siteName({ origin, project: projectName(options, projectId) }),
      }),
      href: message ? origin : backTo(origin, resultUri),
    },
    tail: html`<script type="application/json" id="end">${raw(data)}</script><script>${raw(script)}</script>`,
    operator: options.operator,
  })
  return call.body(page, 200, headers)
}

/**
 * Sends the whole page back to the site. The result is in the fragment of the address, which
 * no server gets.
 */
function leave(
  call: Call,
  { returnTo, resultUri, result }: { returnTo: string; resultUri: URL; result: string | undefined },
): Response {
  const wholeUri = new URL(resultUri)
  if (result !== undefined) wholeUri.searchParams.set('result', result)
  return call.body(null, 303, {
    location: backTo(returnTo, wholeUri),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
}

/** The address of the site's page, with the end of the login. */
function backTo(address: string, uri: URL): string {
  const back = new URL(address)
  back.hash = `latchkey-login=${encodeURIComponent(uri.href)}`
  return back.href
}
