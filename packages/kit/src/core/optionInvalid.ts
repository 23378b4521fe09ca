import { KitError } from './KitError.ts'

/**
 * The error that `createKit` throws. It is not in the table of sentences, because it is the only
 * one that a page needs before the first click.
 */
export function optionInvalid(
  option: string,
  problem: string,
  advice: string,
): KitError<'optionInvalid'> {
  return new KitError('optionInvalid', `Option "${option}" ${problem}. ${advice}`)
}
