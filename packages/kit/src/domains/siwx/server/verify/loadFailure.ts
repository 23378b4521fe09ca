import { SiwxError } from '../SiwxError.ts'

/**
 * The error for a package that can't be loaded, with its name. Each `import()` has a `try` of its
 * own, so that bundlers leave out a package that is not installed.
 */
export const loadFailure = (name: string, cause: unknown) =>
  new SiwxError('packageMissing', { details: name, cause })
