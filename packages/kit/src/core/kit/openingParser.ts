import type { Kit } from './kit.ts'

/**
 * The check of a parameter that a site passes, and a hint for a valid value. A rule may throw an
 * error with more details.
 */
export type Rule = {
  isValid: (value: unknown, kit: Kit) => boolean
  hint: string
  isRequired?: true
}

/**
 * The parser of the parameters that a site passes with a screen that it opens: it checks them and
 * converts them to the screen's own.
 */
export type OpeningParser<given, params> = {
  /** One rule for each parameter; all other parameters are refused. */
  rules: { readonly [name in keyof given]-?: Rule }
  /** @throws KitError optionInvalid if the parameters do not fit together */
  toParams(given: given, kit: Kit): params
}

/** The screens of a feature that a site may open with parameters. */
export type OpeningParsers<views, given> = {
  readonly [name in keyof given]: name extends keyof views
    ? OpeningParser<given[name], views[name]>
    : never
}
