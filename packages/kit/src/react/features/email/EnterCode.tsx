import type { CodeStep } from '../../../core/contracts/connectorSource.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Otp } from '@latchkey/ui/otp/Otp.tsx'
import css from './email.css?inline'
import { messages } from './messages.ts'
import { codeLength, useCodeEntry } from './useCodeEntry.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The field for the mailed code. The code is checked as soon as it is complete. If the check itself
 * fails, it is repeated after a press, or when the browser is online again.
 */
export function EnterCode({ step, onAccepted }: { step: CodeStep; onAccepted: () => void }) {
  useStyles(css)
  const t = useMessages(messages)
  const { signInOnConnect, options } = contextOf(useKit())
  const { code, state, seconds, isBusy, write, resend, canRetry, retry } = useCodeEntry(
    step,
    onAccepted,
  )
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
        length={codeLength}
        isBusy={isBusy}
        isWrong={isWrong}
        note={isWrong || state === 'checking' || state === 'resent' ? t(state) : ''}
      />
      {canRetry && (
        <Button variant="primary" onClick={retry}>
          {t('retry')}
        </Button>
      )}
      <Button aria-disabled={seconds > 0 || isBusy} onClick={resend}>
        {seconds > 0 ? t('resendIn', { seconds }) : t('resend')}
      </Button>
    </div>
  )
}
