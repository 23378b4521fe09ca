import { messages } from './messages.ts'
import { messages as progress } from './progress/messages.ts'
import { messages as review } from './review/messages.ts'
import { messages as tokens } from './tokens/messages.ts'

/** The English words of the feature; `locales/` has them in the other languages. */
export const words = [messages, progress, review, tokens] as const
