import {
  connectWindow,
  getUser,
  rpcRequest,
  syncDappData,
  syncTheme,
} from '@latchkey/protocol/frame/frame'
import type { RedirectRequest } from '@latchkey/protocol/frame/frame'
import { frameReadMethods } from '@latchkey/protocol/frame/nodeMethods'
import { answerMark, redirectLength } from '@latchkey/protocol/frame/wire'
import { partsOf } from '@latchkey/protocol/isObject'
import { describeFault, fault } from '../bridge/Fault.ts'
import type { Request } from '../bridge/servePort.ts'
import { answers } from '../methods/index.ts'
import { readConnected } from '../wallet/consent.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { withLogin } from '../window/withLogin.ts'

/** The answer to a request that a site's tab has brought. */
export type RedirectAnswer = { id: string } & (
  | { result: unknown }
  | { error: ReturnType<typeof describeFault> }
)

const reads: ReadonlySet<unknown> = new Set(frameReadMethods)

/**
 * Runs a request as the wallet's own window does: it logs in first. It never rejects, because
 * an error is an answer, too.
 */
export async function answerRedirect(
  wallet: Wallet,
  redirect: RedirectRequest,
  now: () => number = Date.now,
): Promise<RedirectAnswer> {
  const { id } = redirect
  const request: Request = { id, signal: new AbortController().signal, wait: () => {} }
  const run = (name: string, payload: unknown) =>
    answers
      .find((answer) => answer.name === name)
      ?.run(wallet, payload, request, { abort: () => {} })
  try {
    // a failure of the site's theme or language does not matter
    await Promise.allSettled([
      redirect.dapp !== undefined && run(syncDappData.name, redirect.dapp),
      redirect.theme !== undefined && run(syncTheme.name, redirect.theme),
    ])
    // a tab that the browser has restored later: no page waits for the answer any more
    if (now() > redirect.until) throw fault('requestAborted')
    // The site's page has to answer a method without an approval, because this page would answer it
    // without asking the visitor.
    if (redirect.name === rpcRequest.name && reads.has(partsOf(redirect.payload)['method']))
      throw fault('rpcNotAllowed')
    const isLogin = redirect.name === connectWindow.name
    const payload = isLogin
      ? {
          ...partsOf(redirect.payload),
          signIn: partsOf(redirect.user)['siwxMessage'] !== undefined,
        }
      : redirect.payload
    const result = await withLogin(wallet, redirect.name, request, async () =>
      run(redirect.name, payload),
    )
    return { id, result: isLogin ? { ...partsOf(result), ...(await describeUser()) } : result }
  } catch (error) {
    return { id, error: describeFault(error) }
  }

  /**
   * Describes the account that has logged in, with the sign-in that was signed with the login. The
   * site's page needs it, because the frame in that page can't know it.
   */
  async function describeUser() {
    const { email, message, signature } = partsOf(await run(getUser.name, redirect.user))
    return { addresses: (await readConnected(wallet))?.addresses, email, message, signature }
  }
}

/**
 * The address of the site's page, with the answer in its fragment, which no server gets. An
 * answer that is too long is replaced by an error.
 */
export function addressOf(
  { returnTo }: Pick<RedirectRequest, 'returnTo'>,
  answer: RedirectAnswer,
): string {
  const text = JSON.stringify(answer)
  return (
    returnTo +
    answerMark +
    encodeURIComponent(
      text.length <= redirectLength
        ? text
        : JSON.stringify({ id: answer.id, error: describeFault(fault('limitExceeded')) }),
    )
  )
}
