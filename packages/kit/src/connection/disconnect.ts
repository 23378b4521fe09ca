import { KitError } from '../core/KitError.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { isConnected } from '../core/session.ts'
import { activeSession } from '../core/state.ts'
import { adapterOf, rememberStatus } from './sessions.ts'

/**
 * Forgets a wallet here, then tells it. Twice is no error.
 * @throws KitError disconnectFailed when the wallet could not be told (spec section 4)
 */
export async function disconnect(kit: Kit, { connectorId }: { connectorId?: string } = {}): Promise<void> {
  const session = activeSession(kit.getState())
  if (!isConnected(session)) return
  const adapter = adapterOf(kit, kit.getState().namespace)
  try {
    await adapter.disconnect({ connectorId: connectorId ?? session.current.connectorId })
  } catch (cause) {
    throw KitError.is(cause, 'disconnectFailed') ? cause : kitError('disconnectFailed', { cause })
  } finally {
    rememberStatus(kit)
    if (!isConnected(activeSession(kit.getState()))) kit.context.storage.remove('recent-connector')
  }
}
