import { useState } from 'react'
import type { CodeStep } from '../../../core/contracts/connectorSource.ts'
import { useCountdown } from '../../hooks/useCountdown.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { faultOf } from './outcomes.ts'
import type { CodeFault } from './outcomes.ts'

/** The number of digits of a code. */
export const codeLength = 6

/**
 * The state of the field for the mailed code. The code is checked as soon as it is complete. If the
 * check itself fails (`canRetry`), it is repeated when the browser is online again. `seconds` is
 * the time until another code can be sent.
 */
export function useCodeEntry(step: CodeStep, onAccepted: () => void) {
  const [code, setCode] = useState('')
  const [state, setState] = useState<'writing' | 'checking' | 'sending' | 'resent' | CodeFault>(
    'writing',
  )
  const seconds = useCountdown(step.resendAt)
  const isBusy = state === 'checking' || state === 'sending'

  function check(fullCode: string) {
    setState('checking')
    step.submit(fullCode).then(onAccepted, (error: unknown) => setState(faultOf(error)))
  }

  function write(next: string) {
    setCode(next)
    if (next.length < codeLength) return setState('writing')
    check(next)
  }

  function resend() {
    if (isBusy || seconds > 0) return
    setState('sending')
    setCode('')
    step.resend().then(
      () => setState('resent'),
      (error: unknown) => setState(faultOf(error)),
    )
  }

  const canRetry = state === 'unchecked' && code.length === codeLength
  const retry = () => check(code)
  useOnceOnline(canRetry, retry)

  return { code, state, seconds, isBusy, write, resend, canRetry, retry }
}
