import { defineMessages } from '@latchkey/words/messages'

/** Texts for Bitcoin's transactions, in addition to those that are shared with Ethereum. */
export const messages = defineMessages('bitcoin', {
  change: 'Comes back to you',
  toOrdinals: 'To your Ordinals address',
  leaves: 'Leaves your account',
  comes: 'Comes to your account',
  moveOwn: 'Move your own coins',
  moveOwnWhy: 'Everything but the network fee stays in your account.',
  note: 'Write a note into the chain',
  noteWhy: 'Everyone can read it, for ever.',
  burn: 'Destroy {amount}',
  script: 'Pay {amount} to a script',
  scriptWhy: 'It has no address, so who can spend this can’t be told here.',
  ordinalsTitle: 'Spends coins of your Ordinals address',
  ordinalsText:
    '{amount} of what it spends lies on your Ordinals address. Inscriptions and rare coins there would go along.',
  foreignTitle: 'Others take part',
  foreignText:
    'Some of the coins that it spends are not yours. What counts for you is what leaves your account.',
  rate: 'About {rate} sat/vB',
  largeFee: 'The fee is {fee}, at {rate} sat/vB. Usual is about {usual} sat/vB.',
  largeShare: 'The fee is {fee}. That is much for what this pays.',
  signOnly:
    'The site gets the signed transaction, and can send it at any time until these coins are spent otherwise.',
  signPart: 'It counts once the others have signed it, too.',
})
