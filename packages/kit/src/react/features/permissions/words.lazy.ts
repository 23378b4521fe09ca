import { messages } from './messages.ts'

/** The feature's texts in English; the folder `locales/` has the other languages. */
export const words = [messages] as const
