import type { NetworkId } from '@latchkey/protocol/caip'
import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { required, networkId } from '../../modal/openingRules.ts'
import type { NetworkOpenings, NetworkViews } from './index.ts'

/** The parsers of the parameters that a site passes with the feature's screens. */
export const openingParsers: OpeningParsers<NetworkViews, NetworkOpenings> = {
  SwitchNetwork: {
    rules: { networkId: required(networkId) },
    toParams: (given) => ({ networkId: given.networkId as NetworkId }),
  }, // the rule has checked that it is a network of the site
}
