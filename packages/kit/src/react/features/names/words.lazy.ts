import { messages as invitation } from './invitation/messages.ts'
import { messages } from './messages.ts'

/** The feature's texts in English; the folder `locales/` has the other languages. */
export const words = [invitation, messages] as const
