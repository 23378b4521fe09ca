import { defineMessages } from '../words/defineMessages.ts'

/** Words for the window beside the card. */
export const messages = defineMessages('stage', {
  elsewhere: 'Go on in the other window',
  elsewhereText: 'Your wallet waits for you there. This page can’t lay anything over it.',
  show: 'Show window',
  reject: 'Reject',
  open: 'Continue in a new window',
  blocked: 'The browser has blocked the window. Allow windows for this site, and try again.',
})
