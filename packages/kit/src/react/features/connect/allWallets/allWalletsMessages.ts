import { defineMessages } from '@latchkey/words/messages'
import { messages } from '../messages.ts'

/**
 * The texts of the list of all wallets. They are not part of `messages`, because every opening of
 * the modal loads those.
 */
export const allWalletsMessages = defineMessages('connect', {
  ...messages.texts,
  allSearch: 'Search wallets',
  allFound: 'Wallets that match “{search}”',
  allCount: 'Wallets found: {count}',
  allNone: 'No wallet found',
  allNoneText: 'Nothing matches “{search}”. A shorter word may help.',
  allClear: 'Clear search',
  allEmptyTitle: 'No more wallets here',
  allEmptyText: 'This site works with the wallets on the first screen.',
  allFailedTitle: 'The wallets did not load',
  allFailedText: 'The list could not be reached. Try again in a moment.',
  allMoreFailed: 'The rest did not load.',
  allOfflineText: 'The list comes back by itself when you are online again.',
  another: 'Choose another wallet',
  retry: 'Try again',
  offlineTitle: 'You are offline',
})
