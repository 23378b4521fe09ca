import { allWalletsMessages } from './allWallets/allWalletsMessages.ts'
import { messages as login } from './login/messages.ts'

/** The English words of the feature; `locales/` has them in the other languages. */
export const words = [allWalletsMessages, login] as const
