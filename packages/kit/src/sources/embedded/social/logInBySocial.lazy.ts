import { connectDevice, connectSocial, getSocialRedirectUri } from '@latchkey/protocol/frame/site'
import { isPageLink } from '@latchkey/protocol/links'
import type { WalletSocial } from '@latchkey/protocol/socials'
import * as times from '@latchkey/protocol/times'
import type { ConnectStep } from '../../../core/contracts/connectorSource.ts'
import { readDevice } from '../../../core/page/device.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { SocialLogin } from '../../../core/contracts/login.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import type { Frame } from '../createFrame.ts'
import { forgetPendingSocial, storePendingSocial } from './returned.ts'
import type { LoginWindow } from '../entryPage.ts'
import type { SitePage } from '../sitePage.ts'
import { socialAnswer } from './socialAnswer.ts'
import type { SocialStart } from '../socialStarts.ts'
import { reportLeaving } from '../reportLeaving.ts'
import { contextOf } from '../../../core/kit/context.ts'

type Attempt = {
  kit: Kit
  frame: Frame
  page: SitePage
  /** A company that the wallet supports. */
  login: SocialLogin & { social: WalletSocial }
  origin: string
  signal: AbortSignal
  onStep: (step: ConnectStep) => void
  /** Time of the visitor's press, by the kit's clock. */
  startedAt: number
}

/**
 * Logs in by an account at a company: shows the company's page in the window or in this tab, gets
 * the result from the wallet's page that follows it, and lets the frame finish the login. On a
 * browser that is new to the account, it also waits until the visitor has approved a mailed link.
 * It always closes the window at the end.
 * @throws KitError socialWindowBlocked, offline, socialWindowClosed, socialUntrusted,
 *   socialTimeout, answerInvalid, and the errors of the frame
 */
export async function logInBySocial(attempt: Attempt, start: SocialStart): Promise<void> {
  const { kit, frame, signal, onStep } = attempt
  const uri = 'resultUri' in start ? start.resultUri : await requestResult(attempt, start.window)
  onStep({ type: 'windowDone' })
  const { action } = await frame
    .request(connectSocial, { uri }, { signal })
    .finally(() => forgetPendingSocial(kit))
  if (action === 'CONNECT') return
  onStep({ type: 'linkSent' })
  await frame.request(connectDevice, undefined, { signal })
}

/**
 * Shows the company's page in the window. Uses this tab instead if `mode` requests it, in apps
 * without windows, and on pages that are severed from their windows.
 */
function requestResult(attempt: Attempt, window: LoginWindow | null): Promise<string> {
  const { mode = readDevice().isInApp ? 'redirect' : 'window' } = attempt.login
  if (mode === 'window') return requestInWindow(attempt, window)
  window?.close()
  return requestInThisTab(attempt)
}

/**
 * Shows the company's page in the window.
 * @returns the result in the message of the wallet's page, which the window shows last
 */
async function requestInWindow(attempt: Attempt, window: LoginWindow | null): Promise<string> {
  const { kit, origin, signal, onStep } = attempt
  if (!window)
    throw kitError(globalThis.navigator?.onLine === false ? 'offline' : 'socialWindowBlocked')
  try {
    onStep({ type: 'windowOpened', focus: () => window.focus() })
    const [uri, isCutOff] = await Promise.all([requestUri(attempt), attempt.page.isCutOff()])
    if (window.closed) throw kitError('socialWindowClosed')
    if (isCutOff) {
      window.close() // later, the window no longer belongs to this page
      await reportLeaving(kit, signal)
      return await requestInThisTab(attempt)
    }
    storePendingSocial(kit, attempt.login.social)
    const answer = socialAnswer(window, { origin, clock: contextOf(kit).clock, signal })
    window.location.replace(uri)
    return await answer
  } finally {
    window.close()
  }
}

/**
 * Navigates this tab to the company's page, and never resolves: the login continues in the page to
 * which it returns.
 */
async function requestInThisTab(attempt: Attempt): Promise<never> {
  const { kit, page, signal, login } = attempt
  const { origin, pathname, search, hash } = new URL(page.href())
  const uri = await requestUri(attempt, origin + pathname)
  storePendingSocial(kit, login.social, search + hash)
  return new Promise((_, reject) => {
    const stop = page.onBack(() => reject(kitError('socialWindowClosed')))
    signal.addEventListener(
      'abort',
      () => {
        stop()
        reject(kitError('requestAborted', { cause: signal.reason }))
      },
      { once: true },
    )
    page.leave(uri)
  })
}

/**
 * Requests the URL of the company's page, within 45 s of the press. Only the URL of a page is
 * valid, because a `javascript:` URL would run as the site's code in the window.
 */
async function requestUri(
  { kit, frame, login, signal, startedAt: since }: Attempt,
  returnTo?: string,
): Promise<string> {
  const { uri } = await withLimit(
    (limited) =>
      frame.request(
        getSocialRedirectUri,
        { provider: login.social, ...(returnTo !== undefined && { returnTo }) },
        { signal: limited },
      ),
    {
      ms: Math.max(0, since + times.socialUri - contextOf(kit).clock.now()),
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('socialTimeout'),
    },
  )
  if (!isPageLink(uri))
    throw kitError('answerInvalid', { details: 'The address of the login is not that of a page' })
  return uri
}
