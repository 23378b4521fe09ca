import { useCallback, useEffect, useRef } from 'react'
import { kitError } from '../../../../core/errors/errors.ts'
import { KitError } from '../../../../core/errors/KitError.ts'
import type { Kit } from '../../../../core/kit/kit.ts'
import type { PendingTransaction } from '../../../../core/transactions/pendingTransactions.ts'
import { prepareAgain } from '../../../../domains/send/progress/prepareAgain.ts'
import type { PreparedSend } from '../../../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../../../domains/send/progress/sendPrepared.lazy.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useKitState } from '../../../hooks/useKitState.ts'
import { useWatchTransaction } from '../../../transaction/useWatchTransaction.ts'
import { useRouter } from '../../router.ts'
import type { Sending, SendViews } from '../index.ts'
import { useKnown } from '../review/useKnown.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/**
 * The progress of a transfer: at first the request to the wallet, then the transaction's state on
 * the chain.
 */
export type Followed =
  | Exclude<Sending, { status: 'sent' }>
  | ({
      status: 'sent'
      /** The hash of the transaction, or of the transaction that replaced it. */
      hash: string
      outcome: PendingTransaction['status']
    } & Pick<PendingTransaction, 'hasCode' | 'isExpired'>)

/**
 * Sends the request to the wallet once. `retry` checks the transfer and sends it again; if the
 * check finds faults, the review shows them. The progress is stored in the screen's parameters: a
 * visitor who leaves and returns finds it there, and the wallet gets only one request. Leaving the
 * screen does not cancel the request: it stays open in the wallet.
 */
export function useSending({
  prepared,
  sending,
}: SendViews['SendProgress']): Followed & { retry: () => void } {
  const kit = useKit()
  const { update, back } = useRouter()
  const known = useKnown().read
  const latest = useRef(known)
  latest.current = known
  const set = useCallback(
    (next: Sending | undefined, fresh: PreparedSend = prepared) => {
      update('SendProgress', (params) =>
        params.prepared === prepared ? { prepared: fresh, sending: next } : params,
      )
    },
    [update, prepared],
  )
  const isChecking = sending?.status === 'checking'

  useEffect(() => {
    if (sending) return
    // StrictMode mounts, unmounts and mounts again. The delay lets only the second mount send.
    return contextOf(kit).clock.setTimeout(() => send(kit, prepared, set), 0)
  }, [kit, prepared, sending, set])

  useEffect(() => {
    if (!isChecking) return
    const controller = new AbortController()
    const { signal } = controller
    // aborted means that the visitor has already gone back
    const leave = () => void (signal.aborted || back())
    const cancel = contextOf(kit).clock.setTimeout(() => {
      prepareAgain(kit, prepared, latest.current(signal)).then(
        (fresh) => (fresh && !signal.aborted ? set(undefined, fresh) : leave()),
        leave,
      )
    }, 0)
    return () => {
      cancel()
      controller.abort()
    }
  }, [kit, prepared, isChecking, set, back])

  const hash = sending?.status === 'sent' ? sending.hash : undefined
  useWatchTransaction(hash)
  const own = useKitState(({ pending }) =>
    pending?.find((transaction) => transaction.hash === hash),
  )
  const retry = () => set({ status: 'checking' })
  if (!sending) return { status: 'waiting', retry }
  return sending.status === 'sent'
    ? {
        ...sending,
        hash: own?.replacedBy ?? sending.hash,
        outcome: own?.status ?? 'pending',
        hasCode: own?.hasCode,
        isExpired: own?.isExpired,
        retry,
      }
    : { ...sending, retry }
}

/** Sends the request to the wallet, and calls `set` with each step of the progress. */
function send(kit: Kit, prepared: PreparedSend, set: (next: Sending) => void): void {
  const onSent = (hash: string) => set({ status: 'sent', hash })
  const onFailed = (error: unknown) =>
    set({
      status: 'failed',
      error: KitError.is(error) ? error : kitError('somethingWrong', { cause: error }),
    })
  set({ status: 'waiting' })
  // The wallet's answer counts even if it comes after the time limit of `sendPrepared`.
  sendPrepared(kit, prepared, {
    onAsked: (answer) => void answer.then(onSent, onFailed),
  }).catch(onFailed)
}
