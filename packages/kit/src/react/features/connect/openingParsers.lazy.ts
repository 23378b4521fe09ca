import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { text } from '../../modal/openingRules.ts'
import type { ConnectOpenings, ConnectViews } from './index.ts'

/** Checks the parameters with which a site opens this feature's screens. */
export const openingParsers: OpeningParsers<ConnectViews, ConnectOpenings> = {
  AllWallets: {
    rules: { search: text('a part of a wallet’s name') },
    toParams: ({ search = '' }) => ({ search, start: 0 }),
  },
}
