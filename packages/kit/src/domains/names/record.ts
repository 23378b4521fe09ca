import { isSameAddress } from '@latchkey/protocol/address'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import type { AccountName } from './namesQuery.ts'

/** Whether a name belongs to an account, on any network. */
export const belongsTo = ({ addresses }: ProfileRecord, address: string): boolean =>
  Object.values(addresses).some((entry) => isSameAddress(entry.address, address))

/** Converts a record of the API to a name of an account. */
export function toAccountName({ name, registered_at }: ProfileRecord): AccountName {
  return { name, ...(registered_at && { registeredAt: registered_at }) }
}
