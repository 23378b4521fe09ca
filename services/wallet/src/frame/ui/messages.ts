/** Words of the card. */
export const messages = {
  back: 'Back',
  close: 'Close',
  count: '1 of {waiting}',
  loading: 'Loading',
} as const
