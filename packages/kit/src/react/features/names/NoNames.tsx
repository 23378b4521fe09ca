import { useMessages } from '../../i18n/useMessages.ts'
import { Notice } from '../../ui/Notice.tsx'
import { messages } from './messages.ts'

/** In place of a screen of names for an account that can have none. */
export function NoNames() {
  const t = useMessages(messages)
  return (
    <Notice icon="info" title={t('impossibleTitle')}>
      {t('impossibleText')}
    </Notice>
  )
}
