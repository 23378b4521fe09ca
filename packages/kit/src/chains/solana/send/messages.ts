import type { Catalogue } from '@latchkey/words/messages'

/**
 * The texts for a transfer that the network would refuse or has refused. They are a plain object,
 * because with `defineMessages`, a site that has only Solana would load one more file.
 */
export const messages = {
  scope: 'solanaFaults',
  texts: {
    program: 'The recipient is a program, not a person’s address.',
    tokenAccount: 'The recipient is an account for a token, not a person’s address.',
    bound: 'This token stays where it is. Nobody can transfer it.',
    ownProgram: 'This token can only be sent by a program of its own.',
    frozen: 'The token’s issuer has frozen one of the two accounts.',
    newAccount: 'The recipient’s account is new, and this is less than it has to hold.',
    remainder: 'Your account would keep less than it has to hold. Send all of it, or less.',
    memoNeeded: 'The recipient takes no payment without a memo.',
    stopped: 'The token’s issuer has stopped all transfers of it.',
    coinShort: 'There is too little of the network’s own token.',
    tokenShort: 'There is too little of the token.',
    minimum: 'An account would keep less than the network’s minimum.',
    busy: 'The network is full right now. Trying again often helps.',
    unsigned: 'A signature is missing or wrong.',
  },
} as const satisfies Catalogue

/** The code of one of these texts. */
export type Fault = keyof typeof messages.texts
