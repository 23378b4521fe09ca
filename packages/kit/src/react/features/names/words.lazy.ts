import { messages as invitation } from './invitation/messages.ts'
import { messages } from './messages.ts'

/** The English words of the feature; `locales/` has them in the other languages. */
export const words = [invitation, messages] as const
