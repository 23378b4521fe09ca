import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { required, text } from '../../modal/openingRules.ts'
import type { HelpOpenings, HelpViews } from './index.ts'

/** Checks the parameters with which a site opens this feature's screens. */
export const openingParsers: OpeningParsers<HelpViews, HelpOpenings> = {
  Downloads: {
    rules: { walletId: required(text('the id of a wallet of the catalogue')) },
    toParams: (given) => given,
  },
}
