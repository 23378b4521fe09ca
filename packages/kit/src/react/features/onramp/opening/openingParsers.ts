import type { OpeningParsers } from '../../../modal/opening/openingParser.ts'
import { text } from '../../../modal/opening/rules.ts'
import type { OnrampOpenings, OnrampViews } from '../index.ts'

/** How the screens of the feature read what a site passes. */
export const openingParsers: OpeningParsers<OnrampViews, OnrampOpenings> = {
  BuyInProgress: { rules: { id: text('the id of a purchase') }, toParams: (given) => given },
}
