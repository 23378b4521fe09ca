import { fill } from './messages.ts'
import type { Catalogue, Translate } from './messages.ts'

/** The texts of a feature in the visitor's language. English, until other catalogues are there. */
export function useMessages<texts extends Record<string, string>>({ texts }: Catalogue<texts>): Translate<texts> {
  return (key, ...[values]) => fill(texts[key] ?? '', values)
}
