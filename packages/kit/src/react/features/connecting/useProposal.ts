import { useEffect, useState } from 'react'
import { KitError } from '../../../core/KitError.ts'
import type { Wallet } from '../../../core/wallet.ts'
import { useAttempt } from '../../useAttempt.ts'
import type { Attempt } from '../../useAttempt.ts'
import { useKit } from '../../useKit.ts'

/** The pairing to show, once there is one. `expiresAt` in milliseconds. */
export type Pairing = { uri: string; expiresAt: number }

/** Proposes a connection over the relay, and a new one by itself when a pairing ran out. A `wallet` that is named is remembered as a recent one. */
export function useProposal(wallet: Wallet | undefined): { attempt: Attempt; pairing: Pairing | undefined; retry: () => void } {
  const kit = useKit()
  const [pairing, setPairing] = useState<Pairing>()
  const { retry, ...attempt } = useAttempt((signal) => kit.connect({ connectorId: 'walletConnect', wallet, signal, onPairing: setPairing }))
  const isExpired = attempt.status === 'failed' && (KitError.is(attempt.error, 'pairingExpired') || KitError.is(attempt.error, 'walletTimeout')) // a machine that slept may hear of both at once
  useEffect(() => {
    if (isExpired) retry()
  }, [isExpired, retry])
  return { attempt: isExpired ? { status: 'waiting', isSlow: false } : attempt, pairing: attempt.status === 'waiting' ? pairing : undefined, retry }
}
