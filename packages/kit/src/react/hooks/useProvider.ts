import type { Namespace } from '@latchkey/protocol/namespace'
import { useMemo } from 'react'
import { useKit } from './useKit.ts'

/**
 * Returns the provider of `kit.getProvider`, which libraries of the chain use as a wallet. It stays
 * the same object while the component is mounted.
 * @param options.namespace
 * @default the namespace of the site's first network
 * @throws KitError connectionMissing if the namespace has no adapter, or one without a provider
 */
export function useProvider({ namespace }: { namespace?: Namespace } = {}): unknown {
  const kit = useKit()
  return useMemo(() => kit.getProvider({ namespace }), [kit, namespace])
}
