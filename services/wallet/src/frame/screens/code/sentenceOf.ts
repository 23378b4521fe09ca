import { Fault, isFault } from '../../bridge/Fault.ts'
import { fill } from '../../ui/fill.ts'
import { messages } from './messages.ts'

/** What is said of a step with a code that failed. */
export function sentenceOf(error: unknown): string {
  const values = error instanceof Fault ? error.values : undefined
  if (isFault(error, 'codeWrong')) return fill(messages.wrong, { left: values?.['left'] ?? 0 })
  if (isFault(error, 'codeExpired')) return messages.expired
  if (isFault(error, 'codeSpent')) return messages.spent
  if (isFault(error, 'emailTaken')) return messages.taken
  if (isFault(error, 'tooManyRequests')) return messages.tooMany
  return isFault(error, 'emailCooldown') ? fill(messages.wait, { seconds: values?.['seconds'] ?? 30 }) : messages.failed
}
