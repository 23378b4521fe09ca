import type { NetworkId } from '@latchkey/protocol/caip'
import { useMemo } from 'react'
import { accountIdOn } from '../../core/queries/eachAccount.ts'
import { kitError } from '../../core/errors/errors.ts'
import { networkNotFound } from '../../core/options/networkNotFound.ts'
import { historyOf } from '../../domains/history/followHistory.ts'
import type { HistoryAnswer, HistoryWatch } from '../../domains/history/followHistory.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'
import { useWatch } from './useWatch.ts'
import { contextOf } from '../../core/kit/context.ts'

const pending: HistoryAnswer = { status: 'pending', entries: [] }

/**
 * Returns the transactions of the connected account, newest first, in pages of 50. This browser's
 * pending transactions come first. `fetchNext` loads another page, or tries again after an error
 * (transactionsFailed, with the reason as `cause`). Without a connected wallet `error` is
 * transactionsWithoutAccount; for a network that the site does not list it is networkNotFound. In
 * these two cases no request is sent.
 * @param options.networkId the network whose history is returned
 * @default the current network
 */
export function useHistory({
  networkId,
}: {
  networkId?: NetworkId | string
} = {}): HistoryAnswer & { fetchNext(): void } {
  const kit = useKit()
  const { networks } = contextOf(kit)
  const known = networks.find((network) => network.networkId === networkId)?.networkId
  const isNamed = networkId === undefined || known !== undefined
  const accountId = useKitState((state) =>
    isNamed ? accountIdOn({ getState: () => state }, known) : undefined,
  )
  const history = useMemo(() => accountId && historyOf(kit, accountId), [kit, accountId])
  const { value: answer, running } = useWatch<HistoryAnswer, HistoryWatch>(
    history?.follow,
    pending,
    history?.peek,
  )
  const fetchNext = () => running()?.fetchNext()
  if (!accountId)
    return {
      status: 'error',
      error: isNamed
        ? kitError('transactionsWithoutAccount')
        : networkNotFound(networkId, networks),
      entries: pending.entries,
      fetchNext,
    }
  return { ...answer, fetchNext }
}
