import { isFault } from '../../bridge/Fault.ts'
import { messages } from './messages.ts'

/** What the visitor is told of a failure. */
export function sentenceOf(error: unknown): string {
  if (isFault(error, 'codeWrong')) return messages.wrong
  if (isFault(error, 'codeSpent')) return messages.spent
  if (isFault(error, 'codeExpired')) return messages.over
  if (isFault(error, 'socialRefused') || isFault(error, 'deviceRefused')) return messages.refused
  return messages.failed
}
