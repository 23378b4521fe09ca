import { defineMessages } from '@latchkey/words/messages'

/** Texts of the question before a transaction is sent again. */
export const messages = defineMessages('resend', {
  title: 'Sent already?',
  sentTitle: 'This was sent before',
  sentText:
    '{origin} asked for exactly this transaction before, was told an error, and it was sent nevertheless. Go on only if it shall happen twice.',
  unsureTitle: 'This may have been sent before',
  unsureText:
    '{origin} asked for exactly this transaction before, and the network did not answer. It may still be carried out. Go on only if it may happen twice.',
  cancel: 'Do not send again',
  go: 'Go on',
})
