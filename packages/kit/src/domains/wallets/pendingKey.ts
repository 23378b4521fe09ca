import type { WalletGroup } from './joinWallets.ts'

/** The key of the placeholder of a wallet that is loading. */
export const pendingKey = (group: WalletGroup, id: string): string => `pending ${group} ${id}`
