import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import type { OnrampForm } from './useOnrampForm.ts'

/** Returns the text of the form's button: the next step, or the reason why there is none. */
export function useContinueLabel(form: OnrampForm): string {
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const locale = useFormatLocale()
  const { amount, currency, limit, quotes, isOutage, chosen, max } = form
  if (!currency || amount === undefined) return t('enterAmount')
  if (limit)
    return t(limit.fault, {
      limit: formatMoney(limit.limit, currency.id, locale, { isShort: true }),
    })
  if (quotes.status === 'asking') return t('asking')
  if (isOutage) return common('retry')
  if (chosen) return t('continue', { provider: chosen.provider.name })
  if (max !== undefined) return t('tooMuch', { limit: formatMoney(max, currency.id, locale) })
  return t('noOffersTitle')
}
