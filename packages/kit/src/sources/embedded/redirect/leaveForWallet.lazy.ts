import { connectWindow, openSettings, rpcRequest } from '@latchkey/protocol/frame/site'
import { redirectLength, requestMark } from '@latchkey/protocol/frame/wire'
import { isRecord } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import { kitError, sentenceOf } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { Login } from '../../../core/contracts/login.ts'
import type { Frame } from '../createFrame.ts'
import type { FrameView } from '../createFrameView.ts'
import type { SitePage } from '../sitePage.ts'
import { forgetPendingRedirect, storePendingRedirect } from './pendingRedirect.ts'
import { textOfRequest } from './storedAnswers.lazy.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The parts that `leaveForWallet` uses, with the data for the wallet's own page. */
export type LeaveParameters = {
  kit: Kit
  frame: Frame
  view: FrameView
  page: SitePage
  /**
   * The login that leaves this page, and the request for its account (`user`). Undefined for any
   * other request.
   */
  login: { login: Login | undefined; user: unknown } | undefined
  /** Addresses of the connected accounts. */
  accounts: readonly string[]
  /** The site and its theme for the wallet's page. */
  dapp: unknown
  theme: unknown
  /**
   * Called when the visitor returns by the browser's back button, if the browser still has this
   * page in its bfcache.
   */
  onBack: () => void
}

const names: readonly string[] = [rpcRequest.name, openSettings.name]

/**
 * Navigates this tab to the wallet's own page, with a pending request. The answer returns to a
 * newly loaded page, so the promise of the request ends with this page. If the visitor returns by
 * the back button, the promise rejects.
 * @returns false if the request is not pending any more: the page stays
 * @throws KitError limitExceeded for a request that is too long for an address
 */
export function leaveForWallet(
  { kit, frame, view, page, login: entering, accounts, dapp, theme, onBack }: LeaveParameters,
  request: string,
): boolean {
  const waiting = frame.waiting(request)
  if (!waiting) return false
  const { origin, pathname, search, hash } = new URL(page.href())
  const now = contextOf(kit).clock.now()
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
    // in the form of a wallet's refusal. EIP-1193
    frame.fail(request, Object.assign(new Error(sentenceOf('userRejected')), { code: 4001 }))
    onBack()
  })
  page.visit(view.windowUrl() + requestMark + encodeURIComponent(text))
  return true
}
