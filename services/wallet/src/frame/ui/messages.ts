import { defineMessages } from '@latchkey/words/messages'

/** Words of the card. */
export const messages = defineMessages('card', {
  back: 'Back',
  close: 'Close',
  count: '1 of {waiting}',
  loading: 'Loading',
})
