import type { Fee } from '../../../../core/contracts/facets/send.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { messages } from './messages.ts'

/** From this many seconds on, the time is shown in minutes. */
const longTime = 90

/**
 * Returns a function that formats the price of a fee, and the time until the transfer is done. Each
 * is left out where it is unknown.
 */
export function usePaceText(): (fee: Pick<Fee, 'rate' | 'seconds'>) => readonly string[] {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { format } = new Intl.NumberFormat(locale)
  return ({ rate, seconds }) => [
    ...(rate ? [t('feeRate', { rate: format(rate.value) })] : []),
    ...(seconds === undefined
      ? []
      : [
          seconds < longTime
            ? t('feeTime', { seconds })
            : t('feeMinutes', { minutes: format(Math.round(seconds / 60)) }),
        ]),
  ]
}
