import { KitError } from '../errors/KitError.ts'
import type * as development from './optionChecks.ts'

// A site built for production checks its options when its modal first opens
// (`session/checkContradictions.lazy.ts`): their developer has seen the error in development.

/**
 * Makes something of the site's options, without their check.
 * @throws KitError optionInvalid if the options are so wrong that nothing can be made of them
 */
export const withChecked: typeof development.withChecked = (options, make) => {
  try {
    return make(options)
  } catch (cause) {
    if (cause instanceof KitError) throw cause
    const message = 'Option "options" is not valid. In development the error names the option.'
    throw new KitError('optionInvalid', message, { cause })
  }
}

/** Ignores what a function without options is given, as the function does. */
export const refuseOptions: typeof development.refuseOptions = () => {}
