import { defineMessages } from '@latchkey/words/messages'

/** Texts of the change of the address. */
export const messages = defineMessages('email', {
  now: 'Address now',
  newAddress: 'New e-mail address',
  note: 'We mail a code to your address of now, and then one to the new one.',
  noteFirst: 'We mail a code to it.',
  go: 'Mail the code',
  busy: 'Asking…',
  invalid: 'That is not an e-mail address.',
  same: 'That is your address already.',
  notRecovered: 'Only a browser that has the keys of your wallet can do that.',
  tooMany: 'Too many attempts. Try again later.',
  wait: 'A code was mailed a moment ago. Try again in {seconds} s.',
  failed: 'The wallet’s server did not answer. Try again.',
  primaryHeading: 'Is it you?',
  primaryText: 'Enter the code that we mailed to {email}.',
  secondaryHeading: 'Is the new address yours?',
  secondaryText: 'Enter the code that we mailed to {email}.',
  doneTitle: 'Address changed',
  doneText: 'From now on you log in with {email}. Browsers on which you are logged in stay so.',
  close: 'Done',
})
