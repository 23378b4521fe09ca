import { createHash } from 'node:crypto'
import type { Call } from '../http/env.ts'
import { siteName } from '../mail/mails.ts'
import { projectName } from '../logins/siteOf.ts'
import type { Service } from '../service.ts'
import type { SocialAttempt } from '../socials/enter.ts'
import { createTranslator } from '../words/createTranslator.ts'
import { documentHeaders, documentOf } from './document.ts'

/**
 * Tells the frames of this origin in the page that opened this window, or the frame that opened it
 * itself, then the site. A browser hands a message only to a window of the named origin, so the
 * result reaches our own frames alone. `frames` has those of the page's document, and none that are
 * inside of a shadow tree. A company or the site may have cut the window off from the page that
 * opened it: then nobody can be told, and the visitor is.
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
  // this address has the company's code
  'referrer-policy': 'no-referrer',
  // the page that opened this window has to be told
  'cross-origin-opener-policy': 'unsafe-none',
}

type End = { attempt: SocialAttempt; returnTo: string | null; result: string | undefined }

/**
 * The end of a login at a company. @param end.result what the device has to show; undefined where
 * the visitor or the company refused
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
    // without the result: the frame takes that of a window from this page alone
    link: {
      text: translate('goBack', {
        site: siteName({ origin, project: projectName(options, projectId) }),
      }),
      href: message ? origin : backTo(origin, resultUri),
    },
    tail: `<script type="application/json" id="end">${data}</script><script>${script}</script>`,
    operator: options.operator,
  })
  return call.body(page, 200, headers)
}

/**
 * Sends the whole page back to the site, with the result in the fragment of its address, which no
 * server gets.
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

/** An address of the site that tells it how the login ended. */
function backTo(address: string, uri: URL): string {
  const back = new URL(address)
  back.hash = `latchkey-login=${encodeURIComponent(uri.href)}`
  return back.href
}
