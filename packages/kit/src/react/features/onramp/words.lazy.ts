import { messages } from './messages.ts'
import { messages as order } from './order/messages.ts'

/** The feature's texts in English; the folder `locales/` has the other languages. */
export const words = [messages, order] as const
