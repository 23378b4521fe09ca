import { useMemo } from 'react'
import type { LastAccount } from '../../core/session.ts'
import { accountOf, activeSession } from '../../core/state.ts'
import type { Account } from '../../core/state.ts'
import { useKitState } from './useKitState.ts'

/**
 * The visitor's account; `connecting` also while an earlier connection is being restored. `lastKnown` is the account of that connection: it may
 * be shown, but the wallet may not share it any more.
 */
export type AccountStatus = { status: 'disconnected' } | { status: 'connecting'; lastKnown?: LastAccount } | { status: 'connected' | 'reconnecting'; account: Account }

/** The connected account. Addresses are as the wallet gives them (EIP-55 on EVM), ids CAIP-2 and CAIP-10. */
export function useAccount(): AccountStatus {
  const session = useKitState(activeSession)
  const namespace = useKitState((state) => state.namespace)
  return useMemo(() => {
    if (!('current' in session)) return session
    const account = accountOf({ sessions: { [namespace]: session }, namespace })
    return account ? { status: session.status, account } : { status: 'disconnected' }
  }, [session, namespace])
}
