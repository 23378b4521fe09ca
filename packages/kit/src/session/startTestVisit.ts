import { onTestFinished } from 'vitest'
import { createKitStorage, memoryStorage } from '../core/storage/storage.ts'
import type { RawStorage } from '../core/storage/storage.ts'
import { announceWallet } from '../testing/announceWallet.ts'

/**
 * Makes the storage that a visit with a connection leaves. `recent` is the connector of the most
 * recent connection.
 */
export function storageOfVisit(recent?: string): RawStorage {
  const raw = memoryStorage()
  const storage = createKitStorage(raw)
  storage.set('connection-status', 'connected')
  if (recent !== undefined) storage.set('recent-connector', recent)
  return raw
}

/**
 * Announces a wallet that permits this site, until the test ends. Records its requests as `<rdns>
 * <method>`.
 * @returns its provider
 */
export function announceKnown(
  rdns: string,
  {
    requests = [],
    provider: given,
    ...answers
  }: {
    requests?: string[]
    eth_accounts?: () => unknown
    eth_chainId?: () => unknown
    provider?: object
  } = {},
): object {
  const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const table: Record<string, () => unknown> = {
    eth_accounts: () => [first],
    eth_requestAccounts: () => [first],
    eth_chainId: () => '0x7a69',
    ...answers,
  }
  const provider = given ?? {
    on() {},
    removeListener() {},
    request: async ({ method }: { method: string }) => {
      requests.push(`${rdns} ${method}`)
      return table[method]?.()
    },
  }
  onTestFinished(announceWallet({ info: { uuid: rdns, name: rdns, icon: '', rdns }, provider }))
  return provider
}

/** An answer that never arrives. */
export const never = () => new Promise<never>(() => {})
