import { useMemo } from 'react'
import { accountStatusOf } from '../../core/accountStatus.ts'
import type { AccountStatus } from '../../core/accountStatus.ts'
import { activeSession } from '../../core/state.ts'
import { useKitState } from './useKitState.ts'

/**
 * The connected account. Addresses are as the wallet gives them (EIP-55 on EVM), ids CAIP-2 and
 * CAIP-10.
 */
export function useAccount(): AccountStatus {
  const session = useKitState(activeSession)
  const namespace = useKitState((state) => state.namespace)
  return useMemo(() => accountStatusOf(session, namespace), [session, namespace])
}
