import type { WalletMethod } from '@latchkey/protocol/walletServer'
import type { messages } from './join/messages.ts'

/** The companies and networks whose accounts log in, by their own names. */
export const companyNames = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
} as const satisfies Readonly<Record<Exclude<WalletMethod, 'email'>, string>>

/** The name of a login method within a sentence. */
export const loginMethodName = (method: WalletMethod, words: (typeof messages)['texts']): string =>
  method === 'email' ? words.yourEmail : companyNames[method]
