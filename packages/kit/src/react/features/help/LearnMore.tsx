import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages } from './messages.ts'
import { StoreLink } from './StoreLink.tsx'
import { contextOf } from '../../../core/kit/context.ts'

/** The link to the site's page with further information, if it has one. */
export function LearnMore() {
  const t = useMessages(messages)
  const { learnMoreUrl } = contextOf(useKit()).options
  return learnMoreUrl && <StoreLink href={learnMoreUrl}>{t('learnMore')}</StoreLink>
}
