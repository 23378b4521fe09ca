import type { Kit } from '../kit/kit.ts'
import { contextOf } from '../kit/context.ts'

/**
 * Lets the source of a connector open the connections that connecting needs, when a visitor begins
 * to choose it. Never fails.
 */
export function preconnect(kit: Kit, connectorId: string): void {
  const { sources } = contextOf(kit)
  for (const connector of kit.getState().connectors)
    if (connector.id === connectorId) sources.of(connector)?.preconnect?.()
}
