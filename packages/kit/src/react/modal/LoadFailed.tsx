import { useMessages } from '../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useOnceOnline } from '../hooks/useOnline.ts'
import { messages } from './messages.ts'
import { Screen } from './Screen.tsx'

/**
 * Shown instead of a screen whose code failed to load. The code is loaded again by a button, or
 * when the browser is online again.
 */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const t = useMessages(messages)
  useOnceOnline(true, onRetry)
  return (
    <Screen title={t('loadFailed')}>
      <Notice
        icon="warning"
        title={t('loadFailedText')}
        action={
          <Button variant="primary" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </Screen>
  )
}
