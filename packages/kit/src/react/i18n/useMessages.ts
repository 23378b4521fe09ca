import { directionOf } from '@latchkey/protocol/locale'
import { fill } from '@latchkey/words/fill'
import type { Catalogue, Messages, Translate } from '@latchkey/words/messages'
import { useFormatLocale } from './useFormatLocale.ts'
import { useLanguage } from './useLanguage.ts'
import { useTexts } from './useTexts.ts'

/** The texts of a feature: the site's own first, then the visitor's language, then English. */
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
