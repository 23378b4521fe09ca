import { useState } from 'react'
import type { CodeStep } from '../../../core/contracts/connectorSource.ts'
import { useCountdown } from '../../hooks/useCountdown.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Otp } from '@latchkey/ui/otp/Otp.tsx'
import css from './email.css?inline'
import { messages } from './messages.ts'
import { faultOf } from './outcomes.ts'
import type { CodeFault } from './outcomes.ts'

const length = 6

/**
 * The code of the mail. It is checked as soon as it is complete. If it could not be checked, a
 * press or the return of the network checks it again.
 */
export function EnterCode({ step, onAccepted }: { step: CodeStep; onAccepted: () => void }) {
  useStyles(css)
  const t = useMessages(messages)
  const { signInOnConnect, options } = useKit().context
  const [code, setCode] = useState('')
  const [state, setState] = useState<'writing' | 'checking' | 'sending' | 'resent' | CodeFault>(
    'writing',
  )
  const left = useCountdown(step.resendAt)
  const isBusy = state === 'checking' || state === 'sending'

  function write(next: string) {
    setCode(next)
    if (next.length < length) return setState('writing')
    check(next)
  }

  function check(fullCode: string) {
    setState('checking')
    step.submit(fullCode).then(onAccepted, (error: unknown) => setState(faultOf(error)))
  }

  function resend() {
    if (isBusy || left > 0) return
    setState('sending')
    setCode('')
    step.resend().then(
      () => setState('resent'),
      (error: unknown) => setState(faultOf(error)),
    )
  }

  const canRetry = state === 'unchecked' && code.length === length
  useOnceOnline(canRetry, () => check(code))

  const isWrong =
    state === 'wrong' || state === 'expired' || state === 'spent' || state === 'unchecked'
  return (
    <div className="email-code">
      <div className="email-words">
        <h3 className="email-title">{t('codeTitle')}</h3>
        <p className="email-text">
          {t('codeText', { email: step.email })}{' '}
          {signInOnConnect?.requestsMessage() && t('signsIn', { site: options.metadata.name })}
        </p>
      </div>
      <Otp
        label={t('code')}
        value={code}
        onChange={write}
        length={length}
        isBusy={isBusy}
        isWrong={isWrong}
        note={isWrong || state === 'checking' || state === 'resent' ? t(state) : ''}
      />
      {canRetry && (
        <Button variant="primary" onClick={() => check(code)}>
          {t('retry')}
        </Button>
      )}
      <Button aria-disabled={left > 0 || isBusy} onClick={resend}>
        {left > 0 ? t('resendIn', { seconds: left }) : t('resend')}
      </Button>
    </div>
  )
}
