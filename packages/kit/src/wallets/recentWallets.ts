import type { KitStorage } from '../core/storage.ts'
import type { Wallet } from '../core/wallet.ts'

/**
 * The wallets used last, newest first. Storage may be stale or somebody else's: of each only texts are taken, which is all that a
 * row shows and opens; links are looked at where they are followed.
 */
export function recentWallets(storage: KitStorage): readonly Wallet[] {
  return (storage.get('recent-wallets') ?? []).map(({ id, name, ...rest }) => ({ ...textsOf(rest), id, name }))
}

function textsOf(parts: object): Partial<Wallet> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => typeof value === 'string'))
}
