import { defineMessages } from '@latchkey/words/messages'

/** Texts of passkeys. */
export const messages = defineMessages('passkey', {
  heading: 'Make a passkey',
  create: 'Create passkey',
  confirm: 'Confirm with your passkey',
  confirmText: 'The passkey is made. Show it once more, so that it protects your wallet.',
  waiting: 'Follow your browser…',
  cancelledTitle: 'No passkey yet',
  cancelledText: 'Your browser gave none. Try again.',
  cancelledOther: 'Your browser gave none. Try again, or go back and choose another way.',
  forbiddenTitle: 'This browser allows no passkey here',
  forbiddenText:
    'It makes none for a wallet inside a site. Use a current Chrome or Edge, or another way.',
  lackingTitle: 'This passkey can’t protect a wallet',
  lackingText:
    'Your browser, or what keeps your passkeys, can’t derive keys from them. If one was made, you may delete it. Use another way.',
  failedTitle: 'That did not work',
  failedText: 'Your browser reported an error. Try again.',
})
