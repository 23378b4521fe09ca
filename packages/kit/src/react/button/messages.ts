import { defineMessages } from '../i18n/messages.ts'

export const messages = defineMessages('button', {
  connect: 'Connect wallet',
  connecting: 'Connecting',
  account: 'Account {address}',
  network: 'Network: {network}',
  unsupported: 'Wrong network',
})
