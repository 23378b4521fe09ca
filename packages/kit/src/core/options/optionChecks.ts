import { checkOptions } from './checkOptions.ts'
import type { KitOptions } from './options.ts'

// The checks of a site in development, of a server, and of a page without a bundler. A bundler that
// builds for production takes `optionChecks.production.ts` instead (package.json, "imports"), so
// that visitors do not load the checks.

export { refuseOptions } from './checkOptions.ts'
export type { NoOptions } from './checkOptions.ts'

/**
 * Makes something of the site's options after their check.
 * @throws KitError optionInvalid, which names the option and the correction
 */
export function withChecked<made>(options: KitOptions, make: (options: KitOptions) => made): made {
  checkOptions(options)
  return make(options)
}
