import { connectDevice, connectEmail, connectOtp } from '@latchkey/protocol/frame'
import type { ConnectStep } from '../core/connectorSource.ts'
import { kitError } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { KitError } from '../core/KitError.ts'
import type { Frame } from './createFrame.ts'
import { nextCodeAt, noteCode, unnoteCode } from './memory.ts'

type Action = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
type LogIn = { email: string; signal?: AbortSignal | undefined; onStep?: ((step: ConnectStep) => void) | undefined }

/**
 * Logs in by e-mail: mails a code, waits until it was entered, and on a browser that is new to the account until the link of another mail was approved.
 * @throws KitError emailCooldown, optionInvalid without `onStep` where a code is needed, and what the frame answers
 */
export async function logIn(kit: Kit, frame: Frame, { email, signal, onStep }: LogIn): Promise<void> {
  const next = await sendCode(kit, frame, email, signal)
  const action = next === 'VERIFY_OTP' ? await enterCode(kit, frame, { email, signal, onStep }) : next
  if (action !== 'VERIFY_DEVICE') return
  onStep?.({ type: 'linkSent', email })
  await frame.ask(connectDevice, undefined, { signal })
}

/** Errors after which nobody knows whether a code was mailed, or none was. */
const lost: readonly string[] = ['frameUnloaded', 'offline', 'httpFailed', 'httpTimeout', 'somethingWrong'] satisfies ErrorCode[]

/** Mails a code; the time of the next one is counted from here. A request whose answer was lost does not count: the frame knows whether a code was mailed. */
async function sendCode(kit: Kit, frame: Frame, email: string, signal: AbortSignal | undefined): Promise<Action> {
  noteCode(kit)
  try {
    return (await frame.ask(connectEmail, { email }, { signal })).action
  } catch (error) {
    if (KitError.is(error) && lost.includes(error.code)) unnoteCode(kit)
    throw error
  }
}

/** Waits until the right code was entered. A wrong one is told to the person who entered it, and ends nothing. */
function enterCode(kit: Kit, frame: Frame, { email, signal, onStep }: LogIn): Promise<Action> {
  if (!onStep) throw kitError('optionInvalid', { option: 'onStep', problem: 'is missing', mend: 'Pass a function: it gets the step at which the visitor enters the code.' })
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(kitError('requestAborted', { cause: signal.reason })), { once: true })
    const tell = () => onStep({ type: 'codeSent', email, resendAt: nextCodeAt(kit), submit, resend })
    async function submit(otp: string): Promise<void> {
      if (!/^\d{6}$/.test(otp)) throw kitError('codeWrong')
      const answer = await frame.ask(connectOtp, { otp }, { signal })
      resolve(answer?.action ?? 'CONNECT')
    }
    async function resend(): Promise<void> {
      const action = await sendCode(kit, frame, email, signal)
      if (action === 'VERIFY_OTP') tell()
      else resolve(action)
    }
    tell()
  })
}
