import { isObject } from '@latchkey/protocol/isObject'
import type * as development from './checkOptions.ts'
import { optionInvalid } from './optionInvalid.ts'

// A page built for production checks its options when its modal first opens
// (`session/checkContradictions.lazy.ts`): usually its developer has seen the error in development.

/**
 * Checks only what a kit cannot be made without.
 * @throws KitError optionInvalid
 */
export const checkOptions: typeof development.checkOptions = (options) => {
  for (const name of ['networks', 'adapters'] as const) {
    const list: unknown = Object(options)[name]
    if (!Array.isArray(list) || list.length === 0 || !list.every(isObject))
      throw optionInvalid(name, 'is not valid', 'In development the error says what to pass.')
  }
}

/** Ignores what a function without options is given, as the function does. */
export const refuseOptions: typeof development.refuseOptions = () => {}
