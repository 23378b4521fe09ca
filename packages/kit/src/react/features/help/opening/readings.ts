import type { Readings } from '../../../modal/opening/reading.ts'
import { needed, text } from '../../../modal/opening/rules.ts'
import type { HelpOpenings, HelpViews } from '../index.ts'

/** How the screens of the feature read what a site passes. */
export const readings: Readings<HelpViews, HelpOpenings> = {
  Downloads: {
    rules: { walletId: needed(text('the id of a wallet of the catalogue')) },
    toParams: (given) => given,
  },
}
