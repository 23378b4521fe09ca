import type { NetworkId } from '@latchkey/protocol/caip'
import { adapterOf } from '../core/adapterOf.ts'
import { kitError } from '../core/errors.ts'
import { formatUnits } from '../core/formatUnits.ts'
import type { Kit } from '../core/kit.ts'

/** What a transaction cost in its network's own coin, as a decimal string. */
export type Fee = { quantity: string; symbol: string }

/** The query of what a mined transaction cost, by its receipt (eth_getTransactionReceipt), the share of the layer below included; null where the receipt does not tell. It never changes. */
export function feeQuery(kit: Kit, { networkId, hash }: { networkId: NetworkId; hash: string }) {
  return {
    queryKey: ['fee', networkId, hash] as const,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always' as const, // without a network it fails
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Fee | null> => {
      const network = kit.context.networks.find((one) => one.networkId === networkId)
      if (!network) throw kitError('networkNotFound')
      const receipt = await adapterOf(kit, network.namespace).request({ method: 'eth_getTransactionReceipt', params: [hash], networkId, signal })
      const { gasUsed, effectiveGasPrice, l1Fee = '0x0' } = (typeof receipt === 'object' && receipt ? receipt : {}) as Record<string, unknown> // missing parts read as undefined
      if (!isQuantity(gasUsed) || !isQuantity(effectiveGasPrice) || !isQuantity(l1Fee)) return null
      const { decimals, symbol } = network.network.nativeCurrency
      return { quantity: formatUnits(BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee), decimals), symbol }
    },
  }
}

const isQuantity = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
