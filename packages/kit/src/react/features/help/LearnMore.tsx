import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages } from './messages.ts'
import { StoreLink } from './StoreLink.tsx'

/** The link to a page with further information, if the site has one. */
export function LearnMore() {
  const t = useMessages(messages)
  const { learnMoreUrl } = useKit().context.options
  return learnMoreUrl && <StoreLink href={learnMoreUrl}>{t('learnMore')}</StoreLink>
}
