import { isAddress } from '@latchkey/protocol/address'
import { activeNetworkId } from '../../../../core/state.ts'
import { namespaceIn } from '../../../../core/facetOf.ts'
import { optionInvalid } from '../../../../core/optionInvalid.ts'
import { writtenAmount } from '../../../../send/amount/writtenAmount.ts'
import { formatLocaleOf } from '../../../i18n/useFormatLocale.ts'
import type { Readings } from '../../../modal/opening/reading.ts'
import { amount, text } from '../../../modal/opening/rules.ts'
import type { SendOpenings, SendViews } from '../index.ts'

const tokenMend = 'Pass the address of a token on the current network.'

/** How the screens of the feature read what a site passes. */
export const readings: Readings<SendViews, SendOpenings> = {
  WalletSend: {
    rules: { to: text('an address or a name'), amount, token: text('the address of a token') },
    toParams({ to, amount: asked, token }, kit) {
      const state = kit.getState()
      const networkId = activeNetworkId(state)
      if (token !== undefined && !isAddress(token, namespaceIn(kit, networkId)))
        throw optionInvalid('open.token', 'is not valid', tokenMend)
      return {
        ...(to !== undefined && { to }),
        ...(asked !== undefined && {
          amount: writtenAmount(
            asked,
            formatLocaleOf(state.locale, globalThis.navigator?.languages ?? []),
          ),
        }),
        ...(token !== undefined && { tokenId: `${networkId}:${token}` }),
      }
    },
  },
}
