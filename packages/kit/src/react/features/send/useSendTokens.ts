import type { NetworkId } from '@latchkey/protocol/caip'
import type { Balance } from '../../../balances/getBalances.ts'
import { parseAmount } from '../../../send/parseAmount.ts'
import { useBalances } from '../../useBalances.ts'
import { useCurrency } from '../../useCurrency.ts'
import { useKit } from '../../useKit.ts'
import { useNetwork } from '../../useNetwork.ts'

/**
 * The tokens that can be sent, the network's own among them even where there is none of it. `listed` are those of the site that the
 * account holds nothing of.
 */
export function useSendTokens() {
  const { networkId, network } = useNetwork()
  const [currency] = useCurrency()
  const balances = useBalances({ currency })
  const data = 'data' in balances ? balances.data : undefined
  const { name, symbol, decimals } = network?.nativeCurrency ?? { name: '', symbol: '', decimals: 18 }
  const held = data ?? []
  const native = held.find(({ address }) => address === undefined) ?? { id: networkId, name, symbol, decimals, quantity: '0' }
  const tokens: readonly Balance[] = held.includes(native) ? held : [native, ...held]
  const listed = useListed(networkId, tokens)
  return { networkId, listed, status: data ? ('known' as const) : balances.status, tokens, native, currency, refetch: balances.refetch }
}

function useListed(networkId: NetworkId, held: readonly Balance[]): readonly Balance[] {
  const all = useKit().context.options.tokens?.[networkId] ?? []
  const isHeld = (address: string) => held.some((one) => one.address?.toLowerCase() === address.toLowerCase())
  return all.filter(({ address }) => !isHeld(address)).map((token) => ({ ...token, id: `${networkId}:${token.address}`, quantity: '0' }))
}

/** A balance in the smallest unit. */
export function amountOf({ quantity, decimals }: Balance): bigint {
  const parsed = parseAmount(quantity, decimals)
  return parsed.status === 'amount' ? parsed.amount : 0n
}
