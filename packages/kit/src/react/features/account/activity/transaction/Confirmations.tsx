import { useMemo } from 'react'
import type { HistoryEntry } from '../../../../../domains/history/historyEntry.ts'
import { useFormatLocale } from '../../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../../i18n/useMessages.ts'
import { useKit } from '../../../../hooks/useKit.ts'
import { useQuery } from '../../../../hooks/useQuery.ts'
import { messages } from '../texts/messages.ts'
import { Fact } from './Fact.tsx'

/** The number is read again after this many milliseconds. */
const age = 15_000

/**
 * The number of blocks that confirm a transaction. It is shown on chains whose users wait for
 * several, for a transaction that is in a block.
 */
export function Confirmations({
  entry: { networkId, hash, status },
}: {
  entry: Pick<HistoryEntry, 'networkId' | 'hash' | 'status'>
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const kit = useKit()
  const isMined = status === 'confirmed' || status === 'changed'
  const answer = useQuery(
    useMemo(
      () =>
        isMined
          ? {
              queryKey: ['confirmations', networkId, hash],
              networkMode: 'always' as const, // offline, the query then fails at once
              refetchInterval: age,
              queryFn: async ({ signal }: { signal: AbortSignal }) => {
                const { shownConfirmations } = await import(
                  '../../../../../domains/transactions/shownConfirmations.lazy.ts'
                )
                return shownConfirmations(kit, { networkId, hash, signal })
              },
            }
          : undefined,
      [kit, networkId, hash, isMined],
    ),
  )
  const count = 'data' in answer ? answer.data : undefined
  if (!isMined || !count) return null
  return (
    <Fact name={t('confirmations')}>
      <bdi>{count === 'final' ? t('final') : new Intl.NumberFormat(locale).format(count)}</bdi>
    </Fact>
  )
}
