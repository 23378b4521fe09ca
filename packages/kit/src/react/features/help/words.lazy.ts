import { messages } from './messages.ts'

/** The English words of the feature; `locales/` has them in the other languages. */
export const words = [messages] as const
