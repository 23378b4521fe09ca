import { useState } from 'react'
import type { LinkStep } from '../../../core/contracts/connectorSource.ts'
import { useCountdown } from '../../hooks/useCountdown.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import css from './email.css?inline'
import { messages } from './messages.ts'

/** Sends another mail with a link, if the first one does not arrive. */
export function ResendLink({ step }: { step: LinkStep }) {
  useStyles(css)
  const t = useMessages(messages)
  const [state, setState] = useState<'idle' | 'sending' | 'resentLink' | 'unsentLink'>('idle')
  const left = useCountdown(step.resendAt)
  const isBusy = state === 'sending'

  function resend() {
    if (isBusy || left > 0) return
    setState('sending')
    step.resend().then(
      () => setState('resentLink'),
      () => setState('unsentLink'),
    )
  }

  return (
    <>
      <p className="email-note" role="status" data-wrong={state === 'unsentLink' || undefined}>
        {state === 'resentLink' || state === 'unsentLink' ? t(state) : ''}
      </p>
      <Button aria-disabled={left > 0 || isBusy} onClick={resend}>
        {left > 0 ? t('resendLinkIn', { seconds: left }) : t('resendLink')}
      </Button>
    </>
  )
}
