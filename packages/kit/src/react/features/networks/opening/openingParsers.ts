import type { NetworkId } from '@latchkey/protocol/caip'
import type { OpeningParsers } from '../../../modal/opening/openingParser.ts'
import { required, networkId } from '../../../modal/opening/rules.ts'
import type { NetworkOpenings, NetworkViews } from '../index.ts'

/** How the screens of the feature read what a site passes. */
export const openingParsers: OpeningParsers<NetworkViews, NetworkOpenings> = {
  SwitchNetwork: {
    rules: { networkId: required(networkId) },
    toParams: (given) => ({ networkId: given.networkId as NetworkId }),
  }, // one of the site's
}
