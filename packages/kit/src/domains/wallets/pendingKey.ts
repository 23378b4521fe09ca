import type { WalletGroup } from './joinWallets.ts'

/** The row key of the placeholder for a wallet that is loading. */
export const pendingKey = (group: WalletGroup, id: string): string => `pending ${group} ${id}`
