import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('modal', {
  back: 'Back',
  close: 'Close',
  loading: 'One moment',
  loadFailed: 'This part did not load',
  loadFailedText: 'The connection may have dropped for a moment.',
  screenFailed: 'A problem on our side',
  screenFailedTitle: 'This part stopped working',
  screenFailedText: 'What you own is not affected. Trying again often helps.',
  retry: 'Try again',
  dismiss: 'Dismiss',
  left: '{wallet} is disconnected',
})
