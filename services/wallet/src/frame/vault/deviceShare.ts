import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import type { Device } from '../device/openDevice.ts'
import type { Keep } from '../device/openKeep.ts'

const keepName = 'account'
const encoder = new TextEncoder()

/** This browser's share of an account, encrypted with a key that the browser does not let out. */
export type StoredAccount = {
  /** The server's name of the split. */
  setId: string
  addresses: WalletAddresses
  iv: Uint8Array<ArrayBuffer>
  blob: Uint8Array<ArrayBuffer>
}

/** The account whose share is on this browser; undefined when there is none. */
export async function readAccount(keep: Keep): Promise<StoredAccount | undefined> {
  const stored = await keep.get(keepName)
  return isStored(stored) ? stored : undefined
}

/** Stores the device's share; the one of an earlier split is overwritten. */
export async function storeShare(keep: Keep, device: Device, account: { setId: string; addresses: WalletAddresses; share: Uint8Array<ArrayBuffer> }): Promise<void> {
  const { setId, addresses, share } = account
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const blob = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: encoder.encode(addresses.eip155) }, device.wrappingKey, share))
  await keep.set(keepName, { setId, addresses, iv, blob } satisfies StoredAccount)
}

/** Opens the device's share; the caller wipes it. @throws DOMException when it was not encrypted on this browser for this account */
export async function openShare(device: Device, { addresses, iv, blob }: StoredAccount): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: encoder.encode(addresses.eip155) }, device.wrappingKey, blob))
}

/** Removes the share from this browser. */
export const forgetShare = (keep: Keep): Promise<void> => keep.delete(keepName)

function isStored(value: unknown): value is StoredAccount {
  if (typeof value !== 'object' || value === null) return false
  const { setId, addresses, iv, blob } = value as Partial<StoredAccount> // read as parts that may be missing
  return typeof setId === 'string' && typeof addresses?.eip155 === 'string' && typeof addresses.solana === 'string' && iv instanceof Uint8Array && blob instanceof Uint8Array
}
