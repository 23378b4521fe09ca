import { addressKey } from '@latchkey/protocol/address'
import { useMemo } from 'react'
import { useBalances } from '../../hooks/useBalances.ts'
import { useCurrency } from '../../account/useCurrency.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** A token that the visitor can request; the native token has no `address`. */
export type RequestableToken = { id: string; symbol: string; decimals: number; address?: string }

/**
 * Returns the native token, the site's tokens, and the tokens of the account that have a price.
 * Other tokens of the account are left out, because they may be fake.
 */
export function useRequestableTokens(): readonly RequestableToken[] {
  const { tokens } = contextOf(useKit()).options
  const { networkId, network } = useNetwork()
  const [currency] = useCurrency()
  const balances = useBalances({ currency })
  const held = 'data' in balances ? balances.data : undefined
  return useMemo(() => {
    const { symbol, decimals } = network?.nativeCurrency ?? { symbol: '', decimals: 18 }
    const requestable: RequestableToken[] = [
      { id: networkId, symbol, decimals },
      ...(tokens?.[networkId] ?? []).map((token) => ({
        ...token,
        id: `${networkId}:${token.address}`,
      })),
      ...(held ?? []).filter(({ address, price }) => address !== undefined && price),
    ]
    return [
      ...new Map(
        requestable.map((token) => [token.address && addressKey(token.address), token]),
      ).values(),
    ]
  }, [tokens, networkId, network, held])
}
