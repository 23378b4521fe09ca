import type { Namespace } from '@latchkey/protocol/namespace'
import { useMemo } from 'react'
import { useKit } from './useKit.ts'

/**
 * The object that a library of the chain takes as a wallet, from `kit.getProvider`. It stays the
 * same while the component is mounted.
 * @param options.namespace
 * @default that of the site's first network
 * @throws KitError connectionMissing for a namespace without an adapter
 */
export function useProvider({ namespace }: { namespace?: Namespace } = {}): unknown {
  const kit = useKit()
  return useMemo(() => kit.getProvider({ namespace }), [kit, namespace])
}
