import { connectWindow, openSettings, rpcRequest } from '@latchkey/protocol/frame/site'
import { redirectLength, requestMark } from '@latchkey/protocol/frame/wire'
import { isRecord } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import { kitError, sentenceOf } from '../../core/errors.ts'
import type { Kit } from '../../core/kit.ts'
import type { Login } from '../../core/login.ts'
import type { Frame } from '../createFrame.ts'
import type { FrameView } from '../createFrameView.ts'
import type { SitePage } from '../sitePage.ts'
import { forgetPendingRedirect, storePendingRedirect } from './pendingRedirect.ts'
import { textOfRequest } from './storedAnswers.ts'

/** What the tab leaves with. */
export type LeaveParameters = {
  kit: Kit
  frame: Frame
  view: FrameView
  page: SitePage
  /** The login under way, with what the wallet's page is to tell of the account. */
  login: { login: Login | undefined; user: unknown } | undefined
  /** The accounts in use. */
  accounts: readonly string[]
  /** What the wallet's page shows of the site, and how. */
  dapp: unknown
  theme: unknown
  /** The visitor came back by the browser's button, to this page as it was. */
  onBack: () => void
}

const names: readonly string[] = [rpcRequest.name, openSettings.name]

/**
 * Leaves for the wallet's own page in this tab, with a request that waits. The page comes back with
 * the answer, and is then another page: the promise of the request ends with this one, unless the
 * visitor comes back by the browser's button.
 * @returns false where the request does not wait any more: the page stays
 * @throws KitError limitExceeded for a request that no address can carry
 */
export function leaveForWallet(
  { kit, frame, view, page, login: entering, accounts, dapp, theme, onBack }: LeaveParameters,
  request: string,
): boolean {
  const waiting = frame.waiting(request)
  if (!waiting) return false
  const { origin, pathname, search, hash } = new URL(page.href())
  const now = kit.context.clock.now()
  const isRequest = names.includes(waiting.name)
  const [name, payload] =
    isRequest || waiting.name === connectWindow.name
      ? [waiting.name, waiting.payload]
      : [connectWindow.name, {}]
  const text = JSON.stringify({
    id: request,
    name,
    payload,
    ...(entering && { user: entering.user }),
    dapp,
    theme,
    returnTo: origin + pathname,
    until: now + times.framePerson,
  })
  if (text.length > redirectLength)
    throw kitError('limitExceeded', {
      details: 'The request is too large for the address of a page',
    })
  const { method, params, chainId } = isRecord(payload) ? payload : {}
  const [first]: readonly unknown[] = Array.isArray(params) ? params : []
  storePendingRedirect({
    id: request,
    at: now,
    left: search + hash,
    asked: isRequest ? textOfRequest(accounts, payload) : '',
    ...(!isRequest && { login: entering?.login }),
    ...(typeof method === 'string' && { method }),
    ...(typeof first === 'string' && { message: first }),
    ...((typeof chainId === 'string' || typeof chainId === 'number') && { chainId }),
  })
  const stop = page.onBack(() => {
    stop()
    forgetPendingRedirect()
    // as a wallet's, EIP-1193
    frame.fail(request, Object.assign(new Error(sentenceOf('userRejected')), { code: 4001 }))
    onBack()
  })
  page.visit(view.windowUrl() + requestMark + encodeURIComponent(text))
  return true
}
