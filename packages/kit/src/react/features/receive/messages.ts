import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('receive', {
  title: 'Receive',
  code: 'Code with your address',
  requestCode: 'Code that asks for {amount}',
  copy: 'Copy address',
  copied: 'Address copied',
  copyFailed: 'This browser does not allow copying',
  copyLink: 'Copy payment link',
  linkCopied: 'Payment link copied',
  share: 'Share',
  ask: 'Ask for an amount',
  amount: 'Amount',
  token: 'Token',
  invalid: 'This is not an amount.',
  only: 'Only for these networks: {networks}',
  onlyOne: 'Only for this network: {network}',
})
