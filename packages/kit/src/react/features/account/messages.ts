import { defineMessages } from '../../i18n/messages.ts'

export const messages = defineMessages('account', {
  title: 'Account',
  network: 'Network: {network}. Change',
  wallet: 'Wallet: {wallet}. Your wallets',
  copy: 'Copy address',
  copied: 'Address copied',
  copyFailed: 'This browser does not allow copying',
  explorer: 'Open in {explorer}',
  total: 'Total balance',
  tokens: 'Tokens',
  emptyTitle: 'Nothing here yet',
  emptyText: 'Tokens sent to this account on {network} show up here.',
  failedTitle: 'Token balance unavailable',
  failedText: 'The service cannot be reached. Your tokens are safe; we just cannot see them now.',
  stale: 'Could not refresh. Seen {age}.',
  retry: 'Try again',
  retryIn: 'Try again in {seconds} s',
  disconnect: 'Disconnect',
})
