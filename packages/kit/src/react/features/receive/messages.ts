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
  addresses: 'Kind of address',
  payment: 'Payments',
  ordinals: 'Collectibles',
  ordinalsText:
    'For inscriptions and other collectibles. What arrives here is not spent from here.',
  sharedOnly: 'Your wallet may have more addresses. It shares only these with this site.',
  onlyOne: 'Only for this network: {network}',
})
