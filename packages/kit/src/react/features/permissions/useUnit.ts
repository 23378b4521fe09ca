import type { NetworkId } from '@latchkey/protocol/caip'
import { useMemo } from 'react'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import type { SmartSession } from '../../../core/contracts/facets/smartSessions.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import type { Unit } from './sentenceOf.ts'

/**
 * Returns the unit of a permission's amounts. `isPending`: the token's contract has not answered
 * yet. A unit that is not known is undefined.
 */
export function useUnit({ limit, networkId }: Pick<SmartSession, 'limit' | 'networkId'>): {
  unit: Unit
  isPending: boolean
} {
  const kit = useKit()
  const token = limit.kind === 'calls' ? undefined : limit.token
  const query = useMemo(
    () => (token === undefined ? undefined : tokenQuery(kit, networkId, token)),
    [kit, networkId, token],
  )
  const answer = useQuery(query)
  if (token !== undefined)
    return {
      unit: 'data' in answer ? answer.data : undefined,
      isPending: answer.status === 'pending',
    }
  const network = contextOf(kit).networks.find((entry) => entry.networkId === networkId)
  return { unit: network?.network.nativeCurrency, isPending: false }
}

function tokenQuery(kit: Kit, networkId: NetworkId, address: string) {
  return {
    queryKey: ['permissionToken', networkId, address] as const,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always' as const, // when the page is offline, the query fails at once
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NonNullable<Unit>> => {
      const { readToken } = await facetOf(kit, networkId, 'assets')
      if (!readToken) throw new Error('The chain has no tokens')
      const { symbol, decimals } = await readToken({ address, networkId, signal })
      return { symbol, decimals }
    },
  }
}
