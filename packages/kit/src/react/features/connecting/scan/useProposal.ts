import * as times from '@latchkey/protocol/times'
import { useEffect, useState } from 'react'
import type { Pairing } from '../../../../core/contracts/connectorSource.ts'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { useAttempt } from '../../../hooks/useAttempt.ts'
import type { Attempt } from '../../../hooks/useAttempt.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useConnectFor } from '../../useConnectFor.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/** The pairing, once it exists. `isLate`: the relay takes longer than usual. */
export type Proposal = { pairing: Pairing | undefined; isLate: boolean }

/**
 * Proposes a connection over the relay. When a pairing expires, it proposes a new one. A given
 * `wallet` is stored among the recent wallets.
 */
export function useProposal(wallet: Wallet | undefined): {
  attempt: Attempt
  proposal: Proposal
  retry: () => void
} {
  const kit = useKit()
  const { clock } = contextOf(kit)
  const target = useConnectFor('walletConnect')
  const [pairing, setPairing] = useState<Pairing>()
  const [isLate, setLate] = useState(false)
  const { retry, ...attempt } = useAttempt((signal) =>
    kit.connect({
      ...target,
      connectorId: 'walletConnect',
      wallet,
      signal,
      renew: true,
      onPairing: setPairing,
    }),
  )
  const isUnready = attempt.status === 'waiting' && !pairing?.isReady
  useEffect(
    () => (isUnready ? clock.setTimeout(() => setLate(true), times.relayHint) : setLate(false)),
    [isUnready, clock],
  )
  return {
    attempt,
    proposal: { pairing: attempt.status === 'waiting' ? pairing : undefined, isLate },
    retry,
  }
}
