import { directionOf } from '@latchkey/protocol/locale'
import { fill } from '@latchkey/words/fill'
import type { Catalogue, Messages, Translate } from '@latchkey/words/messages'
import { useFormatLocale } from './useFormatLocale.ts'
import { useLanguage } from './useLanguage.ts'
import { useTexts } from './useTexts.ts'

/**
 * Returns a feature's texts. Each is the site's own text, or else in the visitor's language, or
 * else English.
 */
export function useMessages<messages extends Messages>({
  scope,
  texts,
}: Catalogue<messages>): Translate<messages> {
  const find = useTexts()
  const numberLocale = useFormatLocale()
  const direction = directionOf(useLanguage())
  return (key, ...[values]) =>
    fill(find(scope, String(key)) ?? texts[key] ?? '', values, { numberLocale, direction })
}
