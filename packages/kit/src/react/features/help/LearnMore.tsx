import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages } from './messages.ts'
import { StoreLink } from './StoreLink.tsx'

/** The link to a page that tells more, if the site names one. */
export function LearnMore() {
  const t = useMessages(messages)
  const { learnMoreUrl } = useKit().context.options
  return learnMoreUrl && <StoreLink href={learnMoreUrl}>{t('learnMore')}</StoreLink>
}
