import { addressKey, isSameAddress } from '@latchkey/protocol/address'
import { readAddresses } from '@latchkey/protocol/walletAddresses'
import type { WalletAddresses } from '@latchkey/protocol/walletAddresses'
import type { Device } from '../device/openDevice.ts'
import type { Store } from '../device/openStore.ts'

/** The name under which the current account is stored; missing after a sign-out. */
const currentName = 'current'
const starts = { share: 'share:', pending: 'pending:' }
const shareName = (address: string) => `${starts.share}${addressKey(address)}`
/**
 * The name of a pending share: the server may not have stored its split, because its answer is
 * pending or was lost.
 */
const pendingName = (address: string) => `${starts.pending}${addressKey(address)}`
const encoder = new TextEncoder()

/**
 * This browser's share of an account, encrypted with a key that the browser does not export.
 */
export type StoredAccount = {
  /** The server's id of the split. */
  setId: string
  addresses: WalletAddresses
  iv: Uint8Array<ArrayBuffer>
  blob: Uint8Array<ArrayBuffer>
}

/** The current account; undefined when no user is logged in. */
export async function readAccount(store: Store): Promise<StoredAccount | undefined> {
  const current = await store.get(currentName)
  return typeof current === 'string' ? readShare(store, current) : undefined
}

/**
 * Makes an account the current one, by its eip155 address.
 * @returns whether its share is in this browser
 */
export async function takeAccount(store: Store, address: string): Promise<boolean> {
  if (!(await readShare(store, address))) return false
  await store.set(currentName, address)
  return true
}

/**
 * Ends the use of the account. Its share stays: it is useless without the server's share,
 * which needs a login.
 */
export const leaveAccount = (store: Store): Promise<void> => store.delete(currentName)

/** Whether a stored account is the user's. */
export function isOf(
  { addresses }: Pick<StoredAccount, 'addresses'>,
  user: { addresses: WalletAddresses | null } | undefined,
): boolean {
  return Boolean(user?.addresses && isSameAddress(user.addresses.eip155, addresses.eip155))
}

/**
 * Ends the use of an account that belongs to another user. Its share stays in this browser for its
 * own user.
 */
export async function forgetOtherAccounts(
  store: Store,
  user: { addresses: WalletAddresses | null } | undefined,
): Promise<void> {
  const account = await readAccount(store)
  if (account && !isOf(account, user)) await leaveAccount(store)
}

/** Stores new addresses of the current account, if the account still has their eip155 address. */
export async function storeAddresses(store: Store, addresses: WalletAddresses): Promise<void> {
  const account = await readAccount(store)
  if (account && isSameAddress(account.addresses.eip155, addresses.eip155))
    await store.set(shareName(addresses.eip155), { ...account, addresses })
}

/** A share before its encryption for this browser. */
type PlainShare = { setId: string; addresses: WalletAddresses; share: Uint8Array<ArrayBuffer> }

/** Stores the device's share, and overwrites the share of an earlier split. */
export async function storeShare(store: Store, device: Device, account: PlainShare): Promise<void> {
  await put(store, shareName(account.addresses.eip155), await sealShare(device, account))
}

/**
 * Stores the share of a split before the request to the server. The current share stays, because
 * the server drops the split of the current share only once it has the new split.
 */
export async function storePending(
  store: Store,
  device: Device,
  account: PlainShare,
): Promise<StoredAccount> {
  const pending = await sealShare(device, account)
  await put(store, pendingName(account.addresses.eip155), pending)
  return pending
}

/**
 * The pending share of the same account, left by a request whose answer was lost; undefined if
 * there is none.
 */
export async function readPending(
  store: Store,
  { addresses }: Pick<StoredAccount, 'addresses'>,
): Promise<StoredAccount | undefined> {
  return readStored(await store.get(pendingName(addresses.eip155)))
}

/**
 * Replaces the current share by the pending one, after the server has stored its split.
 */
export async function acceptPending(store: Store, pending: StoredAccount): Promise<void> {
  const { eip155 } = pending.addresses
  await store.set(shareName(eip155), pending)
  if ((await readPending(store, pending))?.setId === pending.setId)
    await store.delete(pendingName(eip155))
}

/** Stores a share. With the first share, the browser is asked not to evict the storage. */
async function put(store: Store, name: string, share: StoredAccount): Promise<void> {
  const names = await Promise.all(Object.values(starts).map(store.names))
  await store.set(name, share)
  if (names.flat().length === 0) store.persist()
}

async function sealShare(
  device: Device,
  { setId, addresses, share }: PlainShare,
): Promise<StoredAccount> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const blob = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: encoder.encode(addresses.eip155) },
      device.wrappingKey,
      share,
    ),
  )
  return { setId, addresses, iv, blob }
}

/**
 * Decrypts the device's share; the caller wipes it.
 * @throws DOMException when it was not encrypted in this browser for this account
 */
export async function openShare(
  device: Device,
  { addresses, iv, blob }: StoredAccount,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: encoder.encode(addresses.eip155) },
      device.wrappingKey,
      blob,
    ),
  )
}

/**
 * Deletes an account's shares in this browser, when the server no longer has the account's shares.
 */
export async function forgetShare(store: Store, { addresses }: StoredAccount): Promise<void> {
  await Promise.all([
    store.delete(shareName(addresses.eip155)),
    store.delete(pendingName(addresses.eip155)),
  ])
  await leaveAccount(store)
}

async function readShare(store: Store, address: string): Promise<StoredAccount | undefined> {
  return readStored(await store.get(shareName(address)))
}

/** A stored share. Undefined for another value, and for a share of a later version. */
function readStored(value: unknown): StoredAccount | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  // any part of the stored value may be missing
  const { setId, addresses: record, iv, blob } = value as Partial<StoredAccount>
  const addresses = readAddresses(record)
  return typeof setId === 'string' &&
    addresses &&
    iv instanceof Uint8Array &&
    blob instanceof Uint8Array
    ? { setId, addresses, iv, blob }
    : undefined
}
