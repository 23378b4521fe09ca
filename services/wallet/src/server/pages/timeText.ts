import type { Translator } from '../words/createTranslator.ts'

/**
 * Formats a time for people, such as `23 Nov 2026, 16:54 UTC`, with Latin digits in every
 * language.
 * @param at milliseconds since 1970
 */
export function timeText(at: number, { locale, translate }: Translator): string {
  const tag = locale === 'en' ? 'en-GB' : `${locale}-u-nu-latn`
  const day = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(at)
  const clock = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(at)
  return translate('moment', { day, clock })
}
