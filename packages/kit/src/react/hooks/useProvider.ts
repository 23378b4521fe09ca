import type { Namespace } from '@latchkey/protocol/namespace'
import { useMemo } from 'react'
import { useKit } from './useKit.ts'

/**
 * The object that a library of the chain takes in place of a wallet, as `kit.getProvider` gives it;
 * the same one for as long as the component is mounted.
 * @param options.namespace @default that of the site's first network
 * @throws KitError connectionMissing for a namespace without an adapter
 */
export function useProvider({ namespace }: { namespace?: Namespace } = {}): unknown {
  const kit = useKit()
  return useMemo(() => kit.getProvider({ namespace }), [kit, namespace])
}
