import { accountKey } from '@latchkey/protocol/address'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { useMemo } from 'react'
import type { Balance } from '../../../core/contracts/balance.ts'
import type { SwapToken } from '../../../core/contracts/facets/swap.ts'
import { swapTokensQuery } from '../../../domains/swap/swapTokensQuery.ts'
import { useCurrency } from '../../account/useCurrency.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useQuery } from '../../hooks/useQuery.ts'

/** A token to choose, with the account's balance. `isUnverified`: no token list contains it. */
export type ListedToken = SwapToken &
  Pick<Balance, 'price' | 'value'> & { quantity?: string; isUnverified?: boolean }

/**
 * Returns the tokens that can be swapped, with the account's balances. Tokens of the account that
 * are in no token list are included as unverified. `error`: why the list could not be loaded.
 */
export function useSwapTokens() {
  const kit = useKit()
  const { networkId, network } = useNetwork()
  const [currency] = useCurrency()
  const balances = useBalances({ currency })
  const { refetch, ...answer } = useQuery(
    useMemo(() => swapTokensQuery(kit, networkId), [kit, networkId]),
  )
  const known = 'data' in answer ? answer.data : undefined
  const held = 'data' in balances ? balances.data : undefined
  const tokens = useMemo(
    () => joinTokens(known ?? [], held ?? [], networkId),
    [known, held, networkId],
  )
  const own = network?.nativeCurrency
  const native = tokens.find(({ address }) => address === undefined) ?? {
    id: nativeTokenId(networkId),
    name: own?.name ?? '',
    symbol: own?.symbol ?? '',
    decimals: own?.decimals ?? 18,
  }
  const error = answer.status === 'error' && known === undefined ? answer.error : undefined
  return {
    networkId,
    network,
    currency,
    tokens,
    native,
    error,
    isPending: known === undefined && !error,
    areBalancesKnown: held !== undefined,
    refetch,
  }
}

/** The result of {@link useSwapTokens}. */
export type SwapTokens = ReturnType<typeof useSwapTokens>

function joinTokens(
  known: readonly SwapToken[],
  held: readonly Balance[],
  networkId: string,
): readonly ListedToken[] {
  const idOf = ({ address }: Pick<Balance, 'address'>) =>
    accountKey(address === undefined ? nativeTokenId(networkId) : `${networkId}:${address}`)
  const ownedById = new Map(held.map((balance) => [idOf(balance), balance]))
  const listed = known.map((token): ListedToken => {
    const { quantity, price, value, iconUrl } = ownedById.get(accountKey(token.id)) ?? {}
    return { ...token, iconUrl: token.iconUrl ?? iconUrl, quantity, price, value }
  })
  const ids = new Set(known.map(({ id }) => accountKey(id)))
  const unlisted = held
    .filter((balance) => balance.address !== undefined && !ids.has(idOf(balance)))
    .map((balance): ListedToken => {
      const { address, name, symbol, decimals, iconUrl, quantity, price, value } = balance
      return {
        id: `${networkId}:${address}`,
        address,
        name,
        symbol,
        decimals,
        iconUrl,
        quantity,
        price,
        value,
        isUnverified: true,
      }
    })
  return [...listed, ...unlisted]
}
