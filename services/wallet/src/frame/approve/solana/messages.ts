import { defineMessages } from '../../words/defineMessages.ts'

/** Words for transactions of Solana that the ones of Ethereum lack. */
export const messages = defineMessages('solana', {
  titleOf: 'Confirm {count} transactions',
  transactionOf: 'Transaction {number}',
  fee: 'Paid by',
  tokens: '{amount} tokens',
  tokenAccount: 'Token account',
  authority: 'Give a token account away',
  authorityWhy: 'Another one owns it from then on, and what is in it.',
  close: 'Close a token account',
  closeWhy: 'What is left in it goes to the account named here.',
  open: 'Open a token account',
  owner: 'Owner',
  memo: 'Note',
  budget: 'Limit or raise the fee',
  program: 'Program',
  lookedUp: 'From a lookup table, not known here',
  signOnly: 'The site gets the signed transaction, and can send it at any time within about a minute.',
  untold: 'Fee and outcome are not known here: the wallet does not run transactions of this network in advance.',
})
