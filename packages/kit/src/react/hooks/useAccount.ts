import { useMemo } from 'react'
import { accountOf, activeSession } from '../../core/state.ts'
import type { Account } from '../../core/state.ts'
import { useKitState } from './useKitState.ts'

/** The visitor's account; `connecting` also while the connection of an earlier visit is looked for. */
export type AccountStatus = { status: 'disconnected' } | { status: 'connecting' } | { status: 'connected' | 'reconnecting'; account: Account }

/** Who is connected. Addresses are as the wallet gives them (EIP-55 on EVM), ids CAIP-2 and CAIP-10. */
export function useAccount(): AccountStatus {
  const session = useKitState(activeSession)
  const namespace = useKitState((state) => state.namespace)
  return useMemo(() => {
    if (!('current' in session)) return { status: session.status }
    const account = accountOf({ sessions: { [namespace]: session }, namespace })
    return account ? { status: session.status, account } : { status: 'disconnected' }
  }, [session, namespace])
}
