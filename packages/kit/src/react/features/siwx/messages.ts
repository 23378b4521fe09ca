import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('siwx', {
  title: 'Sign in',
  heading: 'Sign in to {domain}',
  text: 'Sign a message with {wallet} to show that this account is yours. It costs nothing and moves nothing.',
  required: 'This site needs it. If you cancel, your wallet is disconnected.',
  show: 'Show message',
  hide: 'Hide message',
  message: 'Message',
  sign: 'Sign in',
  waiting: 'Confirm in {wallet}',
  cancel: 'Cancel',
  retry: 'Try again',
  checkingTitle: 'Looking up your sign-in',
  checkingText: 'One moment.',
  unknownTitle: '{site} does not answer',
  unknownText: 'We could not find out whether you are signed in. Your wallet is still connected.',
  failed: '{site} could not sign you in.',
  clock: 'The clock of this device seems to be wrong. Set its date and time, and try again.',
})
