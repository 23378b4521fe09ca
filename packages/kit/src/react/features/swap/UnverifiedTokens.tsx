import { isSameAccount } from '@latchkey/protocol/address'
import type { SwapToken } from '../../../core/contracts/facets/swap.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { messages } from './messages.ts'
import type { Swap } from './useSwap.ts'
import type { ListedToken, SwapTokens } from './useSwapTokens.ts'

/** A notice for each token of the swap that no token list contains. */
export function UnverifiedTokens({
  swap: { from, to },
  listed: { tokens, isPending },
}: {
  swap: Swap
  listed: SwapTokens
}) {
  if (isPending) return null
  return [from, to].map(
    (token) => token && <UnverifiedToken key={token.id} token={token} tokens={tokens} />,
  )
}

/**
 * The notice that no token list contains this token, with its address. A site may have requested
 * the token by its address, and any token can call itself USDC.
 */
function UnverifiedToken({
  token: { id, address, symbol },
  tokens,
}: {
  token: SwapToken
  tokens: readonly ListedToken[]
}) {
  const t = useMessages(messages)
  const isListed = tokens.some((token) => isSameAccount(token.id, id) && !token.isUnverified)
  if (address === undefined || isListed) return null
  return (
    <p className="swap-note" role="status">
      <Icon name="warning" />
      <span>
        {t('stranger', { symbol })} <AddressText address={address} />
      </span>
    </p>
  )
}
