import { KitError } from '../errors/KitError.ts'

/**
 * The error for an invalid option. It is not in the table of sentences, because a page needs it
 * before the first press.
 */
export function optionInvalid(
  option: string,
  problem: string,
  advice: string,
): KitError<'optionInvalid'> {
  return new KitError('optionInvalid', `Option "${option}" ${problem}. ${advice}`)
}
