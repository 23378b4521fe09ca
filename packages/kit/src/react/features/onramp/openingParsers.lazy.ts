import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { text } from '../../modal/openingRules.ts'
import type { OnrampOpenings, OnrampViews } from './index.ts'

/** Checks the parameters with which a site opens this feature's screens. */
export const openingParsers: OpeningParsers<OnrampViews, OnrampOpenings> = {
  BuyInProgress: { rules: { id: text('the id of a purchase') }, toParams: (given) => given },
}
