import { isFault } from '../../bridge/Fault.ts'
import type { messages } from './messages.ts'

/** The sentence for a failure. */
export function sentenceOf(error: unknown, words: (typeof messages)['texts']): string {
  if (isFault(error, 'codeWrong')) return words.wrong
  if (isFault(error, 'codeSpent')) return words.spent
  if (isFault(error, 'codeExpired')) return words.over
  if (isFault(error, 'socialRefused') || isFault(error, 'deviceRefused')) return words.refused
  return words.failed
}
