import { isAddress, isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import { namespaceIn } from '../../../core/accounts/facetOf.ts'
import { optionInvalid } from '../../../core/options/optionInvalid.ts'
import { activeNetworkId } from '../../../core/kit/state.ts'
import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { amount, networkId, text } from '../../modal/openingRules.ts'
import type { SwapOpenings, SwapViews } from './index.ts'

const token = text('the address of a token on that network, or "native" for the network’s own')

/**
 * Checks the parameters with which a site opens this feature's screens. An address means a token on
 * one network: the visitor's current network, unless the site names another.
 */
export const openingParsers: OpeningParsers<SwapViews, SwapOpenings> = {
  Swap: {
    rules: { from: token, to: token, amount, networkId },
    toParams({ networkId: named, ...given }, kit) {
      // the rule has checked that the site lists this network
      const on = (named as NetworkId | undefined) ?? activeNetworkId(kit.getState())
      const sides = (['from', 'to'] as const).filter(
        (side) => given[side] !== undefined && given[side] !== 'native',
      )
      for (const side of sides)
        if (!isAddress(given[side], namespaceIn(kit, on)))
          throw optionInvalid(`open.${side}`, 'is not valid', token.hint)
      if (given.to !== undefined && isSameAddress(given.from ?? 'native', given.to))
        throw optionInvalid(
          'open.to',
          'is the same token as "from"',
          'Pass another one. Without "from" the network’s own is given.',
        )
      return {
        requested: {
          ...given,
          ...((named !== undefined || sides.length > 0) && { networkId: on }),
        },
      }
    },
  },
}
