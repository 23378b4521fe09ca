import type { Kit } from '../../../core/kit.ts'

/**
 * How a parameter of a site is checked, and what to pass in place of a wrong one. A rule may throw
 * an error that says more.
 */
export type Rule = {
  isValid: (value: unknown, kit: Kit) => boolean
  hint: string
  isRequired?: true
}

/**
 * What a site passes with a screen that it opens, and the screen's own parameters that follow from
 * it.
 */
export type OpeningParser<given, params> = {
  /** One for each parameter; any other is refused. */
  rules: { readonly [name in keyof given]-?: Rule }
  /** @throws KitError optionInvalid where the parameters do not fit together */
  toParams(given: given, kit: Kit): params
}

/** The screens of a feature that a site may open with parameters. */
export type OpeningParsers<views, given> = {
  readonly [name in keyof given]: name extends keyof views
    ? OpeningParser<given[name], views[name]>
    : never
}
