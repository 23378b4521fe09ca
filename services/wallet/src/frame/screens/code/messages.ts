import { defineMessages } from '@latchkey/words/messages'

/** Texts of the field for a mailed code. */
export const messages = defineMessages('code', {
  label: 'Code from the e-mail',
  checking: 'Checking…',
  wrong: 'That is not the code. Tries left: {left}.',
  expired: 'That code has expired. Begin again.',
  spent: 'That code was tried too often. Begin again.',
  taken: 'Another account has that address already. Choose another one.',
  tooMany: 'Too many attempts. Try again later.',
  wait: 'A code was mailed a moment ago. Try again in {seconds} s.',
  failed: 'The wallet’s server did not answer. Your code is still good.',
  retry: 'Try again',
  resend: 'Mail another code',
  resendIn: 'Another code in {seconds} s',
  resent: 'Another code is on its way.',
})
