import { isAddress, isSameAddress } from '@latchkey/protocol/address'
import { useMemo } from 'react'
import { swapTokenQuery } from '../../../../domains/swap/swapTokensQuery.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useKitState } from '../../../hooks/useKitState.ts'
import { useQuery } from '../../../hooks/useQuery.ts'
import type { ListedToken, SwapTokens } from '../useSwapTokens.ts'

/**
 * Returns the tokens that match a search by name, symbol or address. A token that is in no token
 * list is looked up by its address.
 */
export function useTokenSearch(
  search: string,
  { networkId, tokens }: Pick<SwapTokens, 'networkId' | 'tokens'>,
): { found: readonly ListedToken[]; isSearching: boolean; isAddress: boolean } {
  const kit = useKit()
  const namespace = useKitState((state) => state.namespace)
  const text = search.trim()
  const found = useMemo(() => (text === '' ? tokens : rank(tokens, text)), [tokens, text])
  const isByAddress = isAddress(text, namespace)
  const address = isByAddress && found.length === 0 ? text : undefined
  const answer = useQuery(
    useMemo(
      () => (address ? swapTokenQuery(kit, networkId, address) : undefined),
      [kit, networkId, address],
    ),
  )
  const unlisted =
    address && answer.status === 'success' ? [{ ...answer.data, isUnverified: true }] : []
  return {
    found: address ? unlisted : found,
    isSearching: address !== undefined && answer.status === 'pending',
    isAddress: isByAddress,
  }
}

/**
 * Returns the matching tokens, best match first: the exact symbol or address, then the beginning of
 * the symbol, then all others. Among equal matches, the balance of the larger value comes first.
 */
function rank(tokens: readonly ListedToken[], text: string): readonly ListedToken[] {
  const small = text.toLowerCase()
  const scoreOf = ({ symbol, name, address }: ListedToken): number => {
    const [own, long] = [symbol.toLowerCase(), name.toLowerCase()]
    if ((address && isSameAddress(address, text)) || own === small) return 0
    if (own.startsWith(small)) return 1
    return long.includes(small) || own.includes(small) ? 2 : 3
  }
  return tokens
    .map((token) => ({ token, score: scoreOf(token) }))
    .filter(({ score }) => score < 3)
    .sort((a, b) => a.score - b.score || (b.token.value ?? 0) - (a.token.value ?? 0))
    .map(({ token }) => token)
}
