import { fault } from '../bridge/Fault.ts'
import type { Store } from './openStore.ts'

const storedName = 'device'

/**
 * The keys of this browser, by which the server recognises it: a key pair that signs every
 * request, and a key for stored data. No script can export them.
 */
export type Device = {
  /** P-256, ECDSA. */
  privateKey: CryptoKey
  publicKey: CryptoKey
  /** AES-256-GCM. */
  wrappingKey: CryptoKey
}

/**
 * The device of this browser and site; created at the first call.
 * @throws Fault `storageBlocked`
 */
export async function openDevice(store: Store): Promise<Device> {
  const stored = await store.get(storedName)
  if (isDevice(stored)) return stored
  const entry = await store.add(storedName, await makeDevice())
  if (!isDevice(entry)) throw fault('storageBlocked')
  return entry
}

/** A new device, unknown to the server. */
export async function makeDevice(): Promise<Device> {
  const [{ privateKey, publicKey }, wrappingKey] = await Promise.all([
    crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  ])
  return { privateKey, publicKey, wrappingKey }
}

/** Whether two devices are the same, by their public keys. */
export async function isSameDevice(first: Device, second: Device): Promise<boolean> {
  const [a, b] = await Promise.all(
    [first, second].map(async ({ publicKey }) =>
      JSON.stringify(await crypto.subtle.exportKey('jwk', publicKey)),
    ),
  )
  return a === b
}

/** Whether a stored value is a device. */
export function isDevice(value: unknown): value is Device {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['privateKey', 'publicKey', 'wrappingKey'].every(
      (name) => Reflect.get(value, name) instanceof CryptoKey,
    )
  )
}
