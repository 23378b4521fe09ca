import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { text } from '../../modal/openingRules.ts'
import type { ContactOpenings, ContactViews } from './index.ts'

/** Checks the parameters with which a site opens this feature's screens. */
export const openingParsers: OpeningParsers<ContactViews, ContactOpenings> = {
  EditContact: {
    rules: { address: text('the address of an account'), label: text('a name for it') },
    toParams: (given) => given,
  },
}
