import type { Kit } from '../../core/kit/kit.ts'
import { nearest } from '../../core/options/nearest.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import type { OpeningParser, Rule } from '../../core/kit/openingParser.ts'

const takesNone: OpeningParser<object, undefined> = { rules: {}, toParams: () => undefined }

/**
 * A view with the site's parameters (`given`) and their parser (`reading`). `isPlain`: the view may
 * be opened without parameters.
 */
type Opening = {
  view: string
  given: object
  reading: OpeningParser<object, unknown> | undefined
  isPlain: boolean
}

/**
 * Checks the site's parameters of a view.
 * @throws KitError optionInvalid for a view that is unknown or switched off, and for a parameter
 *   that is unknown, wrong or missing; networkNotFound
 */
export function readOpening(kit: Kit, { view, given, reading, isPlain }: Opening): unknown {
  if (!reading && !isPlain)
    throw optionInvalid('view', 'is unknown or switched off', `There is no "${view}" to open.`)
  const { rules, toParams } = reading ?? takesNone
  const table: { readonly [name: string]: Rule | undefined } = { ...rules }
  const values: { readonly [name: string]: unknown } = { ...given }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(table, name))
      throw optionInvalid(`open.${name}`, 'is unknown', adviceFor(name, Object.keys(table)))
  }
  for (const [name, rule] of Object.entries(table)) {
    if (!rule) continue
    if (values[name] === undefined) {
      if (rule.isRequired) throw optionInvalid(`open.${name}`, 'is missing', rule.hint)
    } else if (!rule.isValid(values[name], kit))
      throw optionInvalid(`open.${name}`, 'is not valid', rule.hint)
  }
  return toParams(given, kit)
}

function adviceFor(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  if (near !== undefined) return `Did you mean "${near}"?`
  return known.length > 0 ? `Pass one of: ${known.join(', ')}.` : 'This view takes no parameters.'
}
