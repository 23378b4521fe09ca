import { messages as activity } from './activity/texts/messages.ts'
import { messages } from './messages.ts'
import { messages as nfts } from './nfts/messages.ts'

/** The English words of the feature; `locales/` has them in the other languages. */
export const words = [activity, messages, nfts] as const
