import type { Balance } from '../../../balances/getBalances.ts'
import { parseAmount } from '../../../send/parseAmount.ts'
import { useBalances } from '../../useBalances.ts'
import { useNetwork } from '../../useNetwork.ts'

/** The tokens that can be sent, the network's own among them even where there is none of it. */
export function useSendTokens() {
  const { networkId, network } = useNetwork()
  const balances = useBalances()
  const data = 'data' in balances ? balances.data : undefined
  const { name, symbol, decimals } = network?.nativeCurrency ?? { name: '', symbol: '', decimals: 18 }
  const held = data ?? []
  const native = held.find(({ address }) => address === undefined) ?? { id: networkId, name, symbol, decimals, quantity: '0' }
  const tokens: readonly Balance[] = held.includes(native) ? held : [native, ...held]
  return { status: data ? ('known' as const) : balances.status, tokens, native, refetch: balances.refetch }
}

/** A balance in the smallest unit. */
export function amountOf({ quantity, decimals }: Balance): bigint {
  const parsed = parseAmount(quantity, decimals)
  return parsed.status === 'amount' ? parsed.amount : 0n
}
