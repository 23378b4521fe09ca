import { useState } from 'react'
import type { ReactNode } from 'react'
import { Otp } from '@latchkey/ui/otp/Otp.tsx'
import { browserClock, useCountdown } from '@latchkey/ui/useCountdown.ts'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { Fault, isFault } from '../../bridge/Fault.ts'
import { isTransient } from '../../server/isTransient.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import { messages } from './messages.ts'
import { sentenceOf } from './sentenceOf.ts'
import { useMessages } from '../../words/useMessages.ts'

type Props = {
  heading: string
  children: ReactNode
  /** Checks the code and continues. */
  onCode: (otp: string) => Promise<void>
  /** Mails another code; undefined if this step can't. */
  onResend?: () => Promise<void>
}

/** Number of digits of a code. docs/contracts/product.md#embedded-wallet */
const codeLength = 6
/** Seconds between two codes for an address. docs/contracts/product.md#embedded-wallet */
const pause = 30

/**
 * A field for a mailed code. The code is checked as soon as it is complete. If the server is not
 * reached, the code stays in the field and can be sent again.
 */
export function CodeForm({ heading, children, onCode, onResend }: Props) {
  const words = useMessages(messages)
  const { otp, status, note, seconds, write, check, resend } = useCode({ onCode, onResend })
  return (
    <>
      <h2 className="screen-heading">{heading}</h2>
      <p className="muted small">{children}</p>
      <Otp
        label={words.label}
        value={otp}
        onChange={write}
        length={codeLength}
        takesFocus
        isBusy={status === 'busy'}
        isWrong={status === 'wrong'}
        note={note}
      />
      {status === 'passing' && otp.length === codeLength && (
        <GuardedButton onPress={() => check(otp)}>{words.retry}</GuardedButton>
      )}
      {onResend && (
        <Button variant="quiet" data-ticking="" isDisabled={seconds > 0} onClick={resend}>
          {seconds > 0 ? fill(words.resendIn, { seconds }) : words.resend}
        </Button>
      )}
    </>
  )
}

/** A code, its check, and the wait before another one may be mailed. */
function useCode({ onCode, onResend }: Pick<Props, 'onCode' | 'onResend'>) {
  const words = useMessages(messages)
  const [otp, setOtp] = useState('')
  const [status, setStatus] = useState<'idle' | 'busy' | 'wrong' | 'passing'>('idle')
  const [note, setNote] = useState('')
  const [until, setUntil] = useState(() => browserClock.now() + pause * 1_000)
  const seconds = useCountdown(until, browserClock)
  const restart = (next: number) => setUntil(browserClock.now() + next * 1_000)

  async function check(code: string) {
    setStatus('busy')
    setNote(words.checking)
    try {
      await onCode(code)
    } catch (error) {
      setStatus(isTransient(error) ? 'passing' : 'wrong')
      setNote(sentenceOf(error, words))
    }
  }

  async function resend() {
    if (!onResend || seconds > 0) return
    try {
      await onResend()
      restart(pause)
      setOtp('')
      setStatus('idle')
      setNote(words.resent)
    } catch (error) {
      if (isFault(error, 'emailCooldown') && error instanceof Fault)
        restart(Number(error.values?.['seconds'] ?? pause))
      setStatus('passing')
      setNote(sentenceOf(error, words))
    }
  }

  function write(value: string) {
    setOtp(value)
    setStatus('idle')
    setNote('')
    if (value.length === codeLength) check(value)
  }

  return { otp, status, note, seconds, write, check, resend }
}
