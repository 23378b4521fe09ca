// The checks of options on a server, in development, and on a page without a bundler. A bundler
// that builds a page for production takes `optionChecks.production.ts` instead (package.json,
// "imports"), so that visitors do not load the checks.
export { checkOptions, refuseOptions } from './checkOptions.ts'
export type { NoOptions } from './checkOptions.ts'
