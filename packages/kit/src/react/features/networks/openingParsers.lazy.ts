import type { NetworkId } from '@latchkey/protocol/caip'
import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { required, networkId } from '../../modal/openingRules.ts'
import type { NetworkOpenings, NetworkViews } from './index.ts'

/** Checks the parameters with which a site opens this feature's screens. */
export const openingParsers: OpeningParsers<NetworkViews, NetworkOpenings> = {
  SwitchNetwork: {
    rules: { networkId: required(networkId) },
    toParams: (given) => ({ networkId: given.networkId as NetworkId }),
  }, // the rule has checked that the site lists this network
}
