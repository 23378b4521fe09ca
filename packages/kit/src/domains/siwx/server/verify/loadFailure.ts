import { SiwxError } from '../SiwxError.ts'

/**
 * The error for a package that can't be loaded, with the package's name. Callers must put each
 * `import()` into a `try` block of its own, so that bundlers leave out a package that is not
 * installed.
 */
export const loadFailure = (name: string, cause: unknown) =>
  new SiwxError('packageMissing', { details: name, cause })
