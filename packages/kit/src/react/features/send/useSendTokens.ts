import { isSameAddress } from '@latchkey/protocol/address'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { useMemo, useState } from 'react'
import type { Balance } from '../../../core/contracts/balance.ts'
import { parseAmount } from '../../../domains/send/amount/parseAmount.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useCurrency } from '../../account/useCurrency.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Returns the tokens that can be sent, with the native token. `listed` are the site's tokens that
 * the account does not have. If the API fails, the balances come from the network's node and have
 * no prices.
 */
export function useSendTokens() {
  const { networkId, network } = useNetwork()
  const [currency] = useCurrency()
  const balances = useBalances({ currency })
  const balancesData = 'data' in balances ? balances.data : undefined
  const atNode = useAtNode(balances.status === 'error' && balancesData === undefined)
  const data = balancesData ?? ('data' in atNode ? atNode.data : undefined)
  const { name, symbol, decimals } = network?.nativeCurrency ?? {
    name: '',
    symbol: '',
    decimals: 18,
  }
  const held = data ?? []
  const native = held.find(({ address }) => address === undefined) ?? {
    id: networkId,
    name,
    symbol,
    decimals,
    quantity: '0',
  }
  const tokens: readonly Balance[] = held.includes(native) ? held : [native, ...held]
  const listed = useListed(networkId, tokens)
  const { status } = balances.status === 'error' ? atNode : balances
  return {
    networkId,
    listed,
    status: data ? ('known' as const) : status,
    tokens,
    native,
    currency,
    refetch,
  }

  function refetch() {
    balances.refetch()
    atNode.refetch()
  }
}

/**
 * Reads the balances from the node after the API has failed once. Their query keeps its data while
 * the API is requested again, so that the form stays.
 */
function useAtNode(isOut: boolean) {
  const kit = useKit()
  const session = useAccount()
  const accountId = 'account' in session ? session.account.accountId : undefined
  const [outFor, setOutFor] = useState<string>()
  if (isOut && outFor !== accountId) setOutFor(accountId)
  return useQuery(
    useMemo(
      () =>
        accountId && outFor === accountId
          ? {
              queryKey: ['send-tokens', accountId],
              networkMode: 'always',
              queryFn: async ({ signal }: { signal: AbortSignal }) => {
                const { chainBalances } = await import(
                  '../../../domains/balances/chainBalances.lazy.ts'
                )
                return (
                  await chainBalances(kit, parseAccountId(accountId), signal)
                ).balances.filter(({ quantity }) => quantity !== '0')
              },
            }
          : undefined,
      [kit, accountId, outFor],
    ),
  )
}

function useListed(networkId: NetworkId, held: readonly Balance[]): readonly Balance[] {
  const siteTokens = contextOf(useKit()).options.tokens?.[networkId] ?? []
  const isHeld = (address: string) =>
    held.some((balance) => balance.address !== undefined && isSameAddress(balance.address, address))
  return siteTokens
    .filter(({ address }) => !isHeld(address))
    .map((token) => ({ ...token, id: `${networkId}:${token.address}`, quantity: '0' }))
}

/** Returns a balance in the token's smallest unit. */
export function amountOf({ quantity, decimals }: Balance): bigint {
  const parsed = parseAmount(quantity, decimals)
  return parsed.status === 'amount' ? parsed.amount : 0n
}
