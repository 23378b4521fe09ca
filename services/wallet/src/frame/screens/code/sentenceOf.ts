import { Fault, isFault } from '../../bridge/Fault.ts'
import { fill } from '../../ui/fill.ts'
import type { messages } from './messages.ts'

/** The sentence for a failed step with a code. */
export function sentenceOf(error: unknown, words: (typeof messages)['texts']): string {
  const values = error instanceof Fault ? error.values : undefined
  if (isFault(error, 'codeWrong')) return fill(words.wrong, { left: values?.['left'] ?? 0 })
  if (isFault(error, 'codeExpired')) return words.expired
  if (isFault(error, 'codeSpent')) return words.spent
  if (isFault(error, 'emailTaken')) return words.taken
  if (isFault(error, 'tooManyRequests')) return words.tooMany
  return isFault(error, 'emailCooldown')
    ? fill(words.wait, { seconds: values?.['seconds'] ?? 30 })
    : words.failed
}
