import { KitError } from '../errors/KitError.ts'

/**
 * The error for an invalid option. It is not in the table of sentences, because it is the only
 * error that a page needs before the first press.
 */
export function optionInvalid(
  option: string,
  problem: string,
  advice: string,
): KitError<'optionInvalid'> {
  return new KitError('optionInvalid', `Option "${option}" ${problem}. ${advice}`)
}
