import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { text } from '../../modal/openingRules.ts'
import type { ContactOpenings, ContactViews } from './index.ts'

/** The parsers of the parameters that a site passes with the feature's screens. */
export const openingParsers: OpeningParsers<ContactViews, ContactOpenings> = {
  EditContact: {
    rules: { address: text('the address of an account'), label: text('a name for it') },
    toParams: (given) => given,
  },
}
