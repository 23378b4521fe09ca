import { readStored, writeStored } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'

/**
 * The wallets that the visitor has disconnected, by connector id. A reload does not reconnect them.
 */
export type DisconnectedWallets = {
  has(connectorId: string): boolean
  add(connectorId: string): void
  remove(connectorId: string): void
}

/**
 * Stores the wallets in the kit's storage, for all tabs of the site. An invalid value counts as
 * empty.
 */
export function createDisconnectedWallets(raw: RawStorage): DisconnectedWallets {
  const all = (): readonly unknown[] => {
    const ids = readStored(raw, 'left-wallets')
    return Array.isArray(ids) ? ids : []
  }
  const write = (ids: readonly unknown[]) =>
    writeStored(raw, 'left-wallets', ids.length > 0 ? ids : undefined)
  const idsWithout = (connectorId: string) => all().filter((id) => id !== connectorId)
  return {
    has: (connectorId) => all().includes(connectorId),
    add: (connectorId) => write([...idsWithout(connectorId), connectorId]),
    remove: (connectorId) => write(idsWithout(connectorId)),
  }
}
