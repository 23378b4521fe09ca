import { defineMessages } from '@latchkey/words/messages'

/** Texts of the password's screens. */
export const messages = defineMessages('password', {
  heading: 'Choose a recovery password',
  text: 'With it you get your wallet back on another browser. Nobody else knows it, so nobody can restore it for you.',
  password: 'Recovery password',
  again: 'Once more',
  rule: 'At least {count} characters, and not only digits.',
  weak: 'Too easy to guess. Use at least {count} characters, and not only digits.',
  different: 'The two are not the same.',
  failed: 'That did not work. Close other tabs, and try again.',
  save: 'Save password',
  working: 'Protecting… {percent} %',
})
