import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('swapTokens', {
  title: 'Select token',
  search: 'Name, symbol or address',
  suggested: 'Suggested',
  yours: 'Yours',
  all: 'All tokens',
  found: 'Found',
  unverified: 'Not listed',
  noneTitle: 'No token found',
  noneText: 'Nothing matches “{search}” here.',
  noneAddress: 'There is no token at this address.',
  clear: 'Clear the search',
})
