import { connectDevice, connectEmail, connectOtp } from '@latchkey/protocol/frame/site'
import { codeTries } from '@latchkey/protocol/counts'
import { latinDigits } from '@latchkey/protocol/digits'
import * as times from '@latchkey/protocol/times'
import type { ConnectStep } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { ErrorCode } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Frame } from './createFrame.ts'
import { cooldownError, nextCodeAt, recordCode, unnoteCode } from './memory.ts'
import { contextOf } from '../../core/kit/context.ts'

type Action = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
type LogIn = {
  email: string
  signal?: AbortSignal | undefined
  onStep?: ((step: ConnectStep) => void) | undefined
}
/**
 * A mailed code. `otp`: the digits that the visitor entered last. `tries`: how often digits were
 * checked.
 */
type Code = { requestedAt: number; otp: string; tries: number }

/**
 * Logs in by e-mail: mails a code, and waits until it was entered. On a browser that is new to the
 * account, it also waits until the link in a second mail was approved.
 * @throws KitError emailCooldown, optionInvalid where a code is needed but `onStep` is missing, and
 *   the errors of the frame
 */
export async function logIn(kit: Kit, frame: Frame, login: LogIn): Promise<void> {
  let action: Action = await sendCode(kit, frame, login)
  while (action !== 'CONNECT') {
    const code: Code = { requestedAt: contextOf(kit).clock.now(), otp: '', tries: 0 }
    if (action === 'VERIFY_OTP') action = await enterCode(kit, frame, login, code)
    if (action === 'VERIFY_DEVICE') action = await approveLink(kit, frame, login, code)
  }
}

/** Error codes after which no code was mailed, or it is unknown whether one was. */
const obsoleteCodes: readonly string[] = [
  'frameUnloaded',
  'offline',
  'httpFailed',
  'httpTimeout',
  'somethingWrong',
] satisfies ErrorCode[]

/**
 * Mails a code, and starts the cooldown for the next one. If the request gets no answer, there is
 * no cooldown here, because only the frame knows whether a code was mailed.
 */
async function sendCode(kit: Kit, frame: Frame, { email, signal }: LogIn): Promise<Action> {
  recordCode(kit)
  try {
    return (await frame.request(connectEmail, { email }, { signal })).action
  } catch (error) {
    if (KitError.is(error) && obsoleteCodes.includes(error.code)) unnoteCode(kit)
    throw error
  }
}

/** Waits until the right code was entered. A wrong code rejects `submit`, and the login goes on. */
function enterCode(kit: Kit, frame: Frame, login: LogIn, code: Code): Promise<Action> {
  const { email, signal, onStep } = login
  if (!onStep)
    throw kitError('optionInvalid', {
      option: 'onStep',
      problem: 'is missing',
      mend: 'Pass a function: it gets the step at which the visitor enters the code.',
    })
  return new Promise((resolve, reject) => {
    signal?.addEventListener(
      'abort',
      () => reject(kitError('requestAborted', { cause: signal.reason })),
      { once: true },
    )
    const reportStep = () =>
      onStep({ type: 'codeSent', email, resendAt: nextCodeAt(kit), submit, resend })
    async function submit(written: string): Promise<void> {
      const otp = latinDigits(written)
      if (!/^\d{6}$/.test(otp)) throw kitError('codeWrong')
      code.otp = otp
      resolve(await checkCode(frame, code, signal))
    }
    async function resend(): Promise<void> {
      const requestedAt = contextOf(kit).clock.now()
      const action = await sendCode(kit, frame, login)
      if (action !== 'VERIFY_OTP') return resolve(action)
      Object.assign(code, { requestedAt, otp: '', tries: 0 } satisfies Code)
      reportStep()
    }
    reportStep()
  })
}

async function checkCode(
  frame: Frame,
  code: Code,
  signal: AbortSignal | undefined,
): Promise<Action> {
  code.tries += 1
  const answer = await frame.request(connectOtp, { otp: code.otp }, { signal })
  return answer?.action ?? 'CONNECT'
}

/**
 * Waits until the link was approved, or until another mail requires a code. `resend` sends the last
 * code again, which mails another link, as long as the code is valid and has tries left. Later the
 * service would answer but mail nothing, so `resend` requests a new code.
 */
function approveLink(kit: Kit, frame: Frame, login: LogIn, code: Code): Promise<Action> {
  const { clock } = contextOf(kit)
  const { email, signal, onStep } = login
  return new Promise((resolve, reject) => {
    let resendAt = 0
    let waiting = new AbortController()
    signal?.addEventListener(
      'abort',
      () => {
        waiting.abort()
        reject(kitError('requestAborted', { cause: signal.reason }))
      },
      { once: true },
    )

    function wait(): void {
      const own = (waiting = new AbortController())
      frame.request(connectDevice, undefined, { signal: own.signal }).then(
        () => resolve('CONNECT'),
        (error: unknown) => !own.signal.aborted && reject(error as Error),
      ) // an error of `frame.request`
    }
    function reportStep(): void {
      resendAt = clock.now() + times.emailCooldown
      wait()
      onStep?.({ type: 'linkSent', email, resendAt, resend })
    }
    async function resend(): Promise<void> {
      const remainingMs = resendAt - clock.now()
      if (remainingMs > 0) throw cooldownError(remainingMs)
      waiting.abort() // a new code would end the login for which this request waits
      try {
        const isAccepted =
          code.otp !== '' &&
          code.tries < codeTries &&
          clock.now() < code.requestedAt + times.codeLife - times.emailCooldown
        const action = await (isAccepted
          ? checkCode(frame, code, signal)
          : sendCode(kit, frame, login))
        if (action === 'VERIFY_DEVICE') reportStep()
        else resolve(action)
      } catch (error) {
        if (!signal?.aborted) wait()
        throw error
      }
    }
    reportStep()
  })
}
