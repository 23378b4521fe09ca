import { accountMethods } from './accounts.ts'
import { requestAirdrop } from './airdrop.ts'
import { blockMethods } from './blocks.ts'
import { feeMethods } from './fees.ts'
import { historyMethods } from './history.ts'
import type { Method } from './method.ts'
import { sendTransaction } from './sendTransaction.ts'
import { simulateTransaction } from './simulateTransaction.ts'
import { slotMethods } from './slots.ts'
import { getSignatureStatuses } from './statuses.ts'
import { tokenMethods } from './tokens.ts'

/** All methods over HTTP, by name. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    ...slotMethods,
    ...accountMethods,
    ...tokenMethods,
    ...feeMethods,
    ...historyMethods,
    ...blockMethods,
    sendTransaction,
    simulateTransaction,
    requestAirdrop,
    getSignatureStatuses,
  }),
)
