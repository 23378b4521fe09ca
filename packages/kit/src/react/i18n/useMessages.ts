import { fill } from './messages.ts'
import type { Catalogue, Translate } from './messages.ts'
import { useFormatLocale } from './useFormatLocale.ts'
import { useTexts } from './useTexts.ts'

/** The texts of a feature: the site's own first, then the visitor's language, then English. */
export function useMessages<texts extends Record<string, string>>({
  scope,
  texts,
}: Catalogue<texts>): Translate<texts> {
  const find = useTexts()
  const locale = useFormatLocale()
  return (key, ...[values]) => fill(find(scope, String(key)) ?? texts[key] ?? '', locale, values)
}
