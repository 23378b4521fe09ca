import { useMessages } from '../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useFrame } from './FrameContext.ts'
import { messages } from './messages.ts'
import { Screen } from './Screen.tsx'

/**
 * Shown instead of a screen that threw an error. One button draws the screen again. The other goes
 * back to the previous screen, or closes the modal if there is none.
 */
export function ScreenFailed({ onRetry }: { onRetry: () => void }) {
  const t = useMessages(messages)
  const { canGoBack, back, close } = useFrame()
  const actions = (
    <div className="stack">
      <Button variant="primary" onClick={onRetry}>
        {t('retry')}
      </Button>
      {canGoBack ? (
        <Button onClick={back}>{t('back')}</Button>
      ) : (
        <Button onClick={close}>{t('close')}</Button>
      )}
    </div>
  )
  return (
    <Screen title={t('screenFailed')}>
      <Notice icon="warning" title={t('screenFailedTitle')} action={actions}>
        {t('screenFailedText')}
      </Notice>
    </Screen>
  )
}
