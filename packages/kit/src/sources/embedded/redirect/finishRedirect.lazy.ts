import { hashOf, isSending, networkIdOf, signedText } from '@latchkey/protocol/frame/redirected'
import { isRedirectLogin } from '@latchkey/protocol/frame/site'
import type { FrameParams } from '@latchkey/protocol/frame/frame'
import * as times from '@latchkey/protocol/times'
import type { ErrorCode } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import type { SiwxSession } from '../../../core/contracts/siwx.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { showToast } from '../../../core/kit/toast.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'
import { authId } from '../names.ts'
import { readFrameError } from '../readFrameError.ts'
import { storeAnswer } from './storedAnswers.lazy.ts'
import { takeAnswer } from './pendingRedirect.ts'
import type { RedirectAnswer } from './pendingRedirect.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The result of a login in the wallet's own page: the account, and the sign-in that the visitor
 * signed there.
 */
export type ReturnedLogin = {
  addresses: FrameParams['RESUME']['addresses']
  email: string | null
  signed: SiwxSession | undefined
}

/**
 * Reads the answer in the page's address and continues with it:
 * - after a login: connects
 * - after a request: stores the answer for a site that repeats the request, signs in if it was a
 *   sign-in, follows a transaction, and shows a toast
 *
 * Drops an answer if this tab did not leave with its request.
 * @param onLogin gets the login before this function calls `connect`, which uses it
 */
export async function finishRedirect(
  kit: Kit,
  text: string,
  onLogin: (login: ReturnedLogin) => void,
): Promise<void> {
  const returned = takeAnswer(kit, text)
  if (!returned) return
  const { redirect: away, answer } = returned
  if (away.asked === '') return finishLogin(kit, returned, onLogin)
  storeAnswer(kit, { asked: away.asked, answer })
  if ('error' in answer)
    return void connected(kit).then(() =>
      toastFor(kit, codeOf(readFrameError(answer.error)), 'error'),
    )
  if (await storeSignIn(kit, returned)) return
  const { method } = away
  const { result } = answer
  if (method === undefined) return
  const [hash, networkId] = [
    hashOf(method, result),
    away.chainId === undefined ? undefined : networkIdOf(away.chainId),
  ]
  void connected(kit).then(async () => {
    if (hash !== undefined)
      // the transaction was sent, even if it can't be followed
      await kit.followTransaction({ hash, ...(networkId && { networkId }) }).catch(() => {})
    toastFor(kit, isSending(method) ? 'requestSent' : 'requestSigned', 'success')
  })
}

async function finishLogin(
  kit: Kit,
  { redirect: { login }, answer }: RedirectAnswer,
  onLogin: (login: ReturnedLogin) => void,
): Promise<void> {
  if ('error' in answer) return toastFor(kit, codeOf(readFrameError(answer.error)), 'error')
  const { result } = answer
  if (!isRedirectLogin(result)) return toastFor(kit, 'answerInvalid', 'error')
  const { addresses, email = null, message, signature } = result
  onLogin({
    addresses,
    email,
    signed:
      message === undefined || signature === undefined
        ? undefined
        : await sessionOf(message, signature),
  })
  // not awaited: it may wait for the restored connections, which wait for this function
  void kit
    .connect({ connectorId: authId, ...(login && { login }) })
    .catch(
      (error: unknown) =>
        KitError.is(error, 'requestAborted') || toastFor(kit, codeOf(error), 'error'),
    )
}

/**
 * Passes the site the sign-in that it requested. False if the answer is no sign-in, or was not
 * stored.
 */
async function storeSignIn(
  kit: Kit,
  { redirect: { method, message }, answer }: RedirectAnswer,
): Promise<boolean> {
  const { siwx, clock } = contextOf(kit)
  const text =
    method === undefined || message === undefined ? undefined : signedText(method, message)
  if (!siwx || text === undefined || !('result' in answer) || typeof answer.result !== 'string')
    return false
  const session = await sessionOf(text, answer.result)
  if (!session || session.data.domain !== globalThis.location?.host) return false
  const add = async () => siwx.addSession(session)
  return withLimit(add, {
    ms: times.httpRequest,
    clock,
    onTimeout: () => new KitError('httpTimeout', 'The site did not answer'),
  }).then(
    () => true,
    () => false,
  ) // after a failure, the visitor signs in again
}

/** Makes a session of the site from a signed text. Undefined for a text that is no sign-in. */
function sessionOf(message: string, signature: string): Promise<SiwxSession | undefined> {
  return import('./parseSession.lazy.ts').then(
    ({ parseSession }) => parseSession(message, signature),
    () => undefined, // if the code does not load, the visitor signs in again
  )
}

/** Resolves when an account is connected again, at the latest after some seconds. */
function connected(kit: Kit): Promise<void> {
  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const resolveIfConnected = () => void (accountOf(kit.getState()) && resolve())
      signal.addEventListener('abort', kit.subscribe(resolveIfConnected))
      resolveIfConnected()
    })
  return withLimit(wait, {
    ms: times.reconnect,
    clock: contextOf(kit).clock,
    onTimeout: () => new KitError('httpTimeout', 'Nobody is connected'),
  }).catch(() => {}) // the toast is also shown if no account connects in time
}

function toastFor(kit: Kit, code: ErrorCode, variant: 'error' | 'success'): void {
  if (!contextOf(kit).hasProvider) return
  kit.open().catch(() => {}) // if the modal does not open, the toast is enough
  showToast(kit, { message: code, variant: code === 'userRejected' ? 'info' : variant })
}

function codeOf(error: unknown): ErrorCode {
  if (KitError.is(error)) return error.code
  return error instanceof Error && 'code' in error && error.code === 4001
    ? 'userRejected'
    : 'somethingWrong'
}
