import { useMemo } from 'react'
import { connectMethods } from '../../domains/wallets/connectMethods.ts'
import type { OfferedMethod } from '../../domains/wallets/connectMethods.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'

/**
 * Returns the methods to connect that the Connect screen offers this visitor, in the site's order:
 * e-mail, companies, wallets.
 */
export function useConnectMethods(): readonly OfferedMethod[] {
  const kit = useKit()
  const connectors = useKitState((state) => state.connectors)
  const sessions = useKitState((state) => state.sessions)
  return useMemo(() => connectMethods(kit, { connectors, sessions }), [kit, connectors, sessions])
}
