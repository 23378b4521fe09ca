import { defineMessages } from '@latchkey/words/messages'

/**
 * Texts of the card in the site's page while the visitor answers in the wallet's own window.
 */
export const messages = defineMessages('stage', {
  elsewhere: 'Go on in the other window',
  elsewhereText: 'Your wallet waits for you there. This page can’t cover it.',
  show: 'Show window',
  reject: 'Reject',
  open: 'Continue in a new window',
  blocked:
    'The browser has opened no window. Go on in this tab: at the end you come back to this page.',
  here: 'Go on in this tab',
})
