import { messages } from './messages.ts'
import { messages as progress } from './progress/messages.ts'
import { messages as review } from './review/messages.ts'
import { messages as tokens } from './tokens/messages.ts'

/** The feature's texts in English; the folder `locales/` has the other languages. */
export const words = [messages, progress, review, tokens] as const
