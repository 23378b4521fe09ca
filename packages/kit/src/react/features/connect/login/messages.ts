import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('login', {
  email: 'E-mail address',
  submit: 'Continue with e-mail',
  invalid: 'That is not an e-mail address.',
  social: 'Continue with {name}',
  more: 'More ways to log in',
  lastUsed: 'Last used',
})
