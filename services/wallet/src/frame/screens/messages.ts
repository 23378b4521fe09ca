import { defineMessages } from '@latchkey/words/messages'

/** Titles of the wallet's own screens, and texts of the page without a site. */
export const messages = defineMessages('screens', {
  recoverTitle: 'Welcome back',
  passwordTitle: 'Protect your wallet',
  settingsTitle: 'Wallet settings',
  joinTitle: 'One wallet or two?',
  emailChangeTitle: 'Change your address',
  resendTitle: 'Sent already?',
  aloneTitle: 'This is the inside of a wallet',
  aloneText:
    'It opens by itself on sites that use it, when you log in there with your e-mail address or another account of yours. There is nothing to do here.',
  brokenTitle: 'The wallet is not set up',
  brokenText: 'Its server did not describe itself. Try again later.',
  cutOffTitle: 'You can close this window',
  cutOffText: 'The page that opened it can’t reach it. Go back to that page, and go on there.',
})
