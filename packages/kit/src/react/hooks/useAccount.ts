import { useMemo } from 'react'
import { accountStatusOf } from '../../core/accounts/accountStatus.ts'
import type { AccountStatus } from '../../core/accounts/accountStatus.ts'
import { activeSession } from '../../core/kit/state.ts'
import { useKitState } from './useKitState.ts'

/**
 * Returns the connected account. Its address has the wallet's form (EIP-55 on EVM); its ids are
 * CAIP-2 and CAIP-10.
 */
export function useAccount(): AccountStatus {
  const session = useKitState(activeSession)
  const namespace = useKitState((state) => state.namespace)
  return useMemo(() => accountStatusOf(session, namespace), [session, namespace])
}
