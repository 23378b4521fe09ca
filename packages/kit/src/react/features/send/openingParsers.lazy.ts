import { isAddress } from '@latchkey/protocol/address'
import { activeNetworkId } from '../../../core/kit/state.ts'
import { namespaceIn } from '../../../core/accounts/facetOf.ts'
import { optionInvalid } from '../../../core/options/optionInvalid.ts'
import { writtenAmount } from '../../../domains/send/amount/writtenAmount.ts'
import { formatLocaleOf } from '../../i18n/useFormatLocale.ts'
import type { OpeningParsers } from '../../../core/kit/openingParser.ts'
import { amount, text } from '../../modal/openingRules.ts'
import type { SendOpenings, SendViews } from './index.ts'

const tokenHint = 'Pass the address of a token on the current network.'

/** Checks the parameters with which a site opens this feature's screens. */
export const openingParsers: OpeningParsers<SendViews, SendOpenings> = {
  WalletSend: {
    rules: { to: text('an address or a name'), amount, token: text('the address of a token') },
    toParams({ to, amount: requestedAmount, token }, kit) {
      const state = kit.getState()
      const networkId = activeNetworkId(state)
      if (token !== undefined && !isAddress(token, namespaceIn(kit, networkId)))
        throw optionInvalid('open.token', 'is not valid', tokenHint)
      return {
        ...(to !== undefined && { to }),
        ...(requestedAmount !== undefined && {
          amount: writtenAmount(
            requestedAmount,
            formatLocaleOf(state.locale, globalThis.navigator?.languages ?? []),
          ),
        }),
        ...(token !== undefined && { tokenId: `${networkId}:${token}` }),
      }
    },
  },
}
