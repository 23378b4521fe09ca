import { readFileSync } from 'node:fs'

/**
 * The style sheets of parts as one text, for a page that a server writes without React. The tokens
 * come first.
 * @param files paths below `src`, such as `field/field.css`
 */
export const readSheet = (files: readonly string[]): string =>
  ['styles/tokens.css', 'styles/layout.css', ...files]
    .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
    .join('')
