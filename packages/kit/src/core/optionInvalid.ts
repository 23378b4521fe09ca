import { KitError } from './KitError.ts'

/** The sentence of `optionInvalid`; apart from the table, because it is the only one that a page needs before the first click. */
export const optionSentence = 'Option "{option}" {problem}. {mend}'

/** What `createKit` throws. */
export function optionInvalid(option: string, problem: string, mend: string): KitError<'optionInvalid'> {
  return new KitError('optionInvalid', `Option "${option}" ${problem}. ${mend}`)
}
