import { defineMessages } from '@latchkey/words/messages'
import { allWalletsMessages } from './allWallets/allWalletsMessages.ts'
import { legalMessages } from './legal/legalMessages.ts'
import { messages as login } from './login/messages.ts'

/** The feature's texts in English; the folder `locales/` has the other languages. */
export const words = [
  defineMessages('connect', { ...allWalletsMessages.texts, ...legalMessages.texts }),
  login,
] as const
