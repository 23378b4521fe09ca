import { messages as activity } from './activity/texts/messages.ts'
import { messages } from './messages.ts'
import { messages as nfts } from './nfts/messages.ts'

/** The feature's texts in English; the folder `locales/` has the other languages. */
export const words = [activity, messages, nfts] as const
