import type { NetworkId } from '@latchkey/protocol/caip'
import { useMemo } from 'react'
import type { ReplacementPurpose } from '../../../../../core/contracts/facets/transactions.ts'
import { useKit } from '../../../../hooks/useKit.ts'
import { useQuery } from '../../../../hooks/useQuery.ts'

/** A replacement is prepared again after this many milliseconds. */
const age = 15_000

/**
 * Prepares a replacement of a waiting transaction, again and again, because the transaction may get
 * into a block, and fees change. The data is null where the transaction can't be replaced from
 * here. Undefined as `transaction` sends no request.
 */
export function useReplacement(
  transaction: { hash: string; networkId: NetworkId; address: string } | undefined,
  purpose: ReplacementPurpose,
) {
  const kit = useKit()
  const { hash, networkId, address } = transaction ?? {}
  return useQuery(
    useMemo(
      () =>
        hash !== undefined && networkId !== undefined && address !== undefined
          ? {
              queryKey: ['replacement', networkId, hash, address, purpose],
              networkMode: 'always' as const, // offline, the query then fails at once
              refetchInterval: age,
              gcTime: 0, // what was prepared before the last block must not be shown
              queryFn: async ({ signal }: { signal: AbortSignal }) => {
                const { prepareReplacement } = await import(
                  '../../../../../domains/transactions/replacement.lazy.ts'
                )
                const order = { transaction: { hash, networkId, address }, purpose }
                return (await prepareReplacement(kit, order, signal)) ?? null
              },
            }
          : undefined,
      [kit, networkId, hash, address, purpose],
    ),
  )
}
