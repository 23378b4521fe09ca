import type { Readings } from '../../../modal/opening/reading.ts'
import { text } from '../../../modal/opening/rules.ts'
import type { ConnectOpenings, ConnectViews } from '../index.ts'

/** How the screens of the feature read what a site passes. */
export const readings: Readings<ConnectViews, ConnectOpenings> = {
  AllWallets: {
    rules: { search: text('a part of a wallet’s name') },
    toParams: ({ search = '' }) => ({ search, start: 0 }),
  },
}
