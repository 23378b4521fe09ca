import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { text } from '../../modal/openingRules.ts'
import type { OnrampOpenings, OnrampViews } from './index.ts'

/** The parsers of the parameters that a site passes with the feature's screens. */
export const openingParsers: OpeningParsers<OnrampViews, OnrampOpenings> = {
  BuyInProgress: { rules: { id: text('the id of a purchase') }, toParams: (given) => given },
}
