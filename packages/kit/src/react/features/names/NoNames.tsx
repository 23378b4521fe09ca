import { useMessages } from '../../i18n/useMessages.ts'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { messages } from './messages.ts'

/** Shown for an account that cannot have a name. */
export function NoNames() {
  const t = useMessages(messages)
  return (
    <Notice icon="info" title={t('impossibleTitle')}>
      {t('impossibleText')}
    </Notice>
  )
}
