import type { NetworkId } from '@latchkey/protocol/caip'
import { kitError } from '../../core/errors/errors.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Kit } from '../../core/kit/kit.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The fee of a transaction in the network's native token, as a decimal string. */
export type Fee = { quantity: string; symbol: string }

/**
 * The query of a mined transaction's fee, which never changes; null if the chain does not report
 * it. With `address`, the part that this account paid: a bundler may have sent its transaction.
 */
export function feeQuery(
  kit: Kit,
  {
    networkId,
    hash,
    address,
  }: { networkId: NetworkId; hash: string; address?: string | undefined },
) {
  return {
    queryKey: ['fee', networkId, hash, address] as const,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always' as const, // when the page is offline, the query fails at once
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Fee | null> => {
      const network = contextOf(kit).networks.find((network) => network.networkId === networkId)
      if (!network) throw kitError('networkNotFound')
      const { readFee } = await facetOf(kit, networkId, 'transactions')
      const fee = await readFee({
        networkId,
        hash,
        signal,
        ...(address !== undefined && { address }),
      })
      const { decimals, symbol } = network.network.nativeCurrency
      return fee === undefined ? null : { quantity: formatUnits(fee, decimals), symbol }
    },
  }
}
