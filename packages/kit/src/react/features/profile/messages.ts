import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('profile', {
  title: 'Your wallets',
  kinds: 'Kinds of account',
  none: 'No wallet connected here yet.',
  connected: 'Connected wallets',
  recents: 'Recent wallets',
  recent: 'Recent',
  elsewhere: 'Another network',
  inUse: 'You now use {wallet}',
  replaced: '{wallet} left. {account} is in use now.',
  joined: '{wallet} is connected too',
  add: 'Add a wallet',
  manage: 'Wallet settings',
  smartAccount: 'Smart account',
  smartAccountHelp:
    'Several steps in one request, and sites can pay your fees. Your address stays the same.',
  disconnectOne: 'Disconnect {wallet}',
  disconnect: 'Disconnect',
  disconnectAll: 'Disconnect all',
})
