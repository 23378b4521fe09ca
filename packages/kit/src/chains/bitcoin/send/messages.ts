import type { Catalogue } from '@latchkey/words/messages'

/**
 * The texts for a transfer that the network would refuse or has refused. They are a plain object,
 * because with `defineMessages`, a site that has only Bitcoin would load one more file.
 */
export const messages = {
  scope: 'bitcoinFaults',
  texts: {
    dust: 'This is less than the network forwards. Send more.',
    protected: 'The rest of your coins may be collectibles, so they stay where they are.',
    waiting: 'The rest of your coins is in no block yet. Try again in some minutes.',
    ordinals: 'This address is for collectibles. Nothing is sent from it.',
    manyCoins: 'Your coins are too many and too small for one payment. Send less.',
    sender: 'This kind of address can’t send from here. Send in your wallet.',
    feeLow: 'The fee is too low for the network right now. Choose a higher one.',
    spent: 'Another payment has used these coins already.',
    chain: 'Too many of your payments wait in a row. Try again after the next block.',
    unsigned: 'A signature is missing or wrong.',
  },
} as const satisfies Catalogue

/** The code of one of these texts. */
export type Fault = keyof typeof messages.texts
