import { defineMessages } from '@latchkey/words/messages'

/** Texts for Polkadot's transactions, in addition to those that are shared with Ethereum. */
export const messages = defineMessages('polkadot', {
  everything: 'Send everything',
  everythingWhy: 'All that can be moved by then goes along, also what arrives until then.',
  note: 'Write a note into the chain',
  noteWhy: 'Everyone can read it, for ever.',
  stake: 'Lock {amount} for staking',
  stakeWhy: 'It stays yours, but you can use it again only after a waiting time.',
  rights: 'Give others rights over your account',
  rightsWhy: 'They can use these rights without asking you again, until you take them back.',
  inOtherName: 'Act in the name of another account',
  inOtherNameWhy: 'The call in it counts as an act of that account.',
  administration: 'Change the network itself',
  administrationWhy: 'Only its administration can do this. For everyone else it fails.',
  otherCallWhy:
    'What this call does can’t be told here. It can move what you have, or give others rights over it. Go on only if you trust this site.',
  allOrNone: 'Either all of them happen, or none.',
  partly: 'They happen in this order. If a step fails, those before it can stay done.',

  stays: 'Stays in your account',
  has: 'In your account now',
  tip: 'Tip on top',
  largeTip: 'It adds a tip of {tip}. Usual is none.',
  largeFee: 'The fee is {fee}. That is much for what this does.',
  closingTitle: 'Your account would be closed',
  closingText: 'Less than {min} would stay, so the network closes the account and takes the rest.',
  immortal: 'Can be sent at any time',
  immortalWhy: 'What you sign stays good until it is sent, for months if need be.',
  unprovedTitle: 'This network can’t be checked',
  unprovedText:
    'Only the network’s node says what this data means, so the wallet can’t show it. It can move everything that you have.',
  signOnly: 'The site gets the signed transaction, and sends it.',
})
