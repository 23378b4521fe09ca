import { messages } from './messages.ts'
import { messages as order } from './order/messages.ts'

/** The English words of the feature; `locales/` has them in the other languages. */
export const words = [messages, order] as const
