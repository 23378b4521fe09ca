import type { NetworkId } from '@latchkey/protocol/caip'
import type { Readings } from '../../../modal/opening/reading.ts'
import { needed, networkId } from '../../../modal/opening/rules.ts'
import type { NetworkOpenings, NetworkViews } from '../index.ts'

/** How the screens of the feature read what a site passes. */
export const readings: Readings<NetworkViews, NetworkOpenings> = {
  SwitchNetwork: {
    rules: { networkId: needed(networkId) },
    toParams: (given) => ({ networkId: given.networkId as NetworkId }),
  }, // one of the site's
}
