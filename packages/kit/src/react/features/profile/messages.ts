import { defineMessages } from '../../i18n/messages.ts'

export const messages = defineMessages('profile', {
  title: 'Your wallets',
  connected: 'Connected wallets',
  recents: 'Recent wallets',
  recent: 'Recent',
  elsewhere: 'Another network',
  inUse: 'You now use {wallet}',
  add: 'Add a wallet',
  disconnectOne: 'Disconnect {wallet}',
  disconnect: 'Disconnect',
  disconnectAll: 'Disconnect all',
})
