import type { Catalogue } from '@latchkey/words/messages'

/**
 * The texts for a transfer that the network would refuse or has refused. They are a plain object,
 * because with `defineMessages`, a site that has only Polkadot would load one more file.
 */
export const messages = {
  scope: 'polkadotFaults',
  texts: {
    newAccount: 'The recipient’s account is new, and has to hold at least {minimum}.',
    remainder: 'Your account has to keep at least {minimum}. Send all of it, or less.',
    locked: 'The rest of your balance is locked, for example because it is staked.',
    nonce: 'Another payment of yours came first. Look at your activity, and try again.',
    funds: 'There is too little of the network’s own token.',
    unsigned: 'A signature is missing or wrong.',
    late: 'It took too long until the wallet signed. Try again.',
    busy: 'The network is full right now. Trying again often helps.',
  },
} as const satisfies Catalogue

/** The code of one of these texts. */
export type Fault = keyof typeof messages.texts
