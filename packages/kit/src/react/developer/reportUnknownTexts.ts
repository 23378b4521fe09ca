import { reportToDeveloper } from '../../core/kit/alert.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Reports to the site's developer the first of the site's `texts` that no screen shows. */
export async function reportUnknownTexts(kit: Kit): Promise<void> {
  const { texts = {} } = contextOf(kit).options
  const names = Object.keys(texts)
  if (names.length === 0) return
  // loaded here because only this check needs the texts of all screens
  const unknown = await import('../texts.lazy.ts')
    .then(({ unknownTexts }) => unknownTexts(kit, names))
    .catch(() => []) // if the code fails to load, the check is left out
  const [name] = unknown
  if (name === undefined) return
  const fault = optionInvalid(
    'texts',
    `has "${name}", which is shown nowhere`,
    'The type TextKey lists all names.',
  )
  reportToDeveloper(kit, fault)
  globalThis.reportError?.(fault)
}
