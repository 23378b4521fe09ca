import { useKit } from '../useKit.ts'
import { useKitState } from '../useKitState.ts'
import { fill } from './messages.ts'
import type { Catalogue, Translate } from './messages.ts'

/** The texts of a feature: the site's own words first, then the visitor's language, then English. */
export function useMessages<texts extends Record<string, string>>({ scope, texts }: Catalogue<texts>): Translate<texts> {
  const own = useKit().context.options.texts
  const loaded = useKitState((state) => state.texts)
  return (key, ...[values]) => fill(own?.[`${scope}.${String(key)}`] ?? loaded?.[scope]?.[String(key)] ?? texts[key] ?? '', values)
}
