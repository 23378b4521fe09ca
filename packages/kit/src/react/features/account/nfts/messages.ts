import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('nfts', {
  emptyTitle: 'No NFTs yet',
  emptyText: 'NFTs sent to this account on {network} show up here.',
  failedTitle: 'NFTs are unavailable',
  failedText: 'The service cannot be reached. Your NFTs are safe; we just cannot see them now.',
  unsupportedTitle: 'NFTs are not shown here',
  unsupportedText: 'This site cannot look them up on {network}. They are safe in your account.',
  moreFailed: 'More could not be loaded.',
  retry: 'Try again',
  spam: 'Show likely spam ({count})',
  spamText: 'This is likely spam. Do not trust what it says or promises.',
  visit: 'Open {host}',
  traits: 'Traits',
  copies: 'Copies',
  contract: 'Contract',
  mint: 'Mint',
  id: 'ID',
  standard: 'Standard',
  network: 'Network',
  copyId: 'Copy ID',
  copied: 'ID copied',
})
