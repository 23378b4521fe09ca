import { SiwxError } from '../SiwxError.ts'

/**
 * The error for a package that cannot be loaded; it names the package. Each `import()` stands in a
 * `try` of its own: then bundlers leave out a package that is not installed.
 */
export const loadFailure = (name: string, cause: unknown) =>
  new SiwxError('packageMissing', { details: name, cause })
