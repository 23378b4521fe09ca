import { defineMessages } from '@latchkey/words/messages'

/** Texts of the card. */
export const messages = defineMessages('card', {
  back: 'Back',
  close: 'Close',
  count: '1 of {waiting}',
  loading: 'Loading',
})
