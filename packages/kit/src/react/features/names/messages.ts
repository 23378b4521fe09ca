import { defineMessages } from '@latchkey/words/messages'

/**
 * The texts of registering a name. docs/contracts/product.md#account-names prescribes the sentences
 * about faults and failures.
 */
export const messages = defineMessages('names', {
  title: 'Account name',
  heading: 'A name for your account',
  sendTitle: 'Easy to send to',
  sendText: 'People enter {name} in place of your address.',
  seenTitle: 'Easy to recognise',
  seenText: 'It is shown wherever your address was.',
  publicTitle: 'For everybody to see',
  publicText: 'Anybody can look up which account has it. It cannot be taken back.',
  choose: 'Choose a name',
  impossibleTitle: 'No names for this account',
  impossibleText: 'Names are for accounts that you log in to, on networks that have names.',
  name: 'Name',
  rules: 'Letters, numbers and -, at least 4 of them.',
  tooShort: 'Name must be at least 4 characters long',
  tooLong: 'Name must be at most 64 characters long',
  characters: 'Can only contain letters, numbers and - characters',
  hyphens: 'Cannot begin or end with -, nor have -- as its third and fourth character',
  checking: 'Looking whether it is free',
  free: 'This name is free.',
  taken: 'This name is taken.',
  own: 'This name is yours already.',
  unresolved: 'Error resolving name',
  suggestions: 'Suggestions',
  suggestionTaken: 'Taken',
  suggestionsFailed: 'Error fetching name suggestions',
  enter: 'Enter a name',
  another: 'Choose another name',
  register: 'Register name',
  failed: 'Error registering name {name}',
  unreached: 'The service cannot be reached. Try again soon, and you need not sign again.',
  tooLate: '{wallet} answered too late. Try again.',
  waitingTitle: 'Registering {name}',
  waitingText: 'Sign the message in {wallet}. It costs nothing.',
  doneTitle: '{name} is yours',
  doneText: 'People can send to it from now on.',
  done: 'Done',
})
