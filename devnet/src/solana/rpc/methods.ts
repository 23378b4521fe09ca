import { accountMethods } from './accounts.ts'
import { requestAirdrop } from './airdrop.ts'
import type { Method } from './method.ts'
import { sendTransaction } from './sendTransaction.ts'
import { simulateTransaction } from './simulateTransaction.ts'
import { slotMethods } from './slots.ts'
import { getSignatureStatuses } from './statuses.ts'

/** All methods over HTTP, by name. */
export const methods: ReadonlyMap<string, Method> = new Map(Object.entries({ ...slotMethods, ...accountMethods, sendTransaction, simulateTransaction, requestAirdrop, getSignatureStatuses }))
