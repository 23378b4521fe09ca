import { isObject } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import { isNetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { readStored, writeStored } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { keyName } from '../../core/storage/storedKeys.ts'

/**
 * The stored data about a session, besides the session itself. `left`: namespaces that were
 * disconnected.
 */
type StoredPhone = {
  topic: string
  networks: { [namespace: string]: string }
  left: readonly string[]
}

/**
 * Data about phones that survives a reload: the first phone, the network of each namespace, and the
 * namespaces that were disconnected while others stayed connected.
 */
export type PhoneMemory = {
  /** The topic of the phone that is connected as `walletConnect`. */
  first(): string | undefined
  setFirst(topic: string): void
  networkOf(topic: string, namespace: Namespace): NetworkId | undefined
  setNetwork(topic: string, namespace: Namespace, networkId: NetworkId): void
  isDisconnected(topic: string, namespace: Namespace): boolean
  leave(topic: string, namespace: Namespace): void
  /** Forgets an ended session. */
  forget(topic: string): void
}

/**
 * The maximal number of stored sessions. Without it, sessions that expire between visits would stay
 * forever, because the client never reports their end.
 */
const maxPhones = 20

/** Stores the data in the kit's storage. Invalid content is ignored. */
export function createPhoneMemory(storage: RawStorage): PhoneMemory {
  const find = (topic: string) => read(storage).find((phone) => phone.topic === topic)
  /**
   * Changes the entry of a phone and moves it to the end, so that the oldest ones are removed
   * first.
   */
  const change = (topic: string, update: (stored: StoredPhone) => StoredPhone) => {
    const phones = read(storage)
    const changed = update(
      phones.find((phone) => phone.topic === topic) ?? { topic, networks: {}, left: [] },
    )
    write(storage, [...phones.filter((phone) => phone.topic !== topic), changed].slice(-maxPhones))
  }
  return {
    first: () => storage.getItem(keyName('phones.first')) ?? undefined,
    setFirst: (topic) => storage.setItem(keyName('phones.first'), topic),
    networkOf(topic, namespace) {
      const networkId = find(topic)?.networks[namespace]
      return isNetworkId(networkId) && networkId.startsWith(`${namespace}:`) ? networkId : undefined
    },
    setNetwork: (topic, namespace, networkId) =>
      change(topic, (stored) => ({
        ...stored,
        networks: { ...stored.networks, [namespace]: networkId },
      })),
    isDisconnected: (topic, namespace) => find(topic)?.left.includes(namespace) === true,
    leave: (topic, namespace) =>
      change(topic, (stored) => ({ ...stored, left: [...new Set([...stored.left, namespace])] })),
    forget(topic) {
      write(
        storage,
        read(storage).filter((phone) => phone.topic !== topic),
      )
      if (storage.getItem(keyName('phones.first')) === topic)
        storage.removeItem(keyName('phones.first'))
    },
  }
}

function read(storage: RawStorage): readonly StoredPhone[] {
  const phones = readStored(storage, 'phones')
  return Array.isArray(phones) ? phones.filter(isStoredPhone) : []
}

function write(storage: RawStorage, phones: readonly StoredPhone[]): void {
  writeStored(storage, 'phones', phones.length > 0 ? phones : undefined)
}

function isStoredPhone(value: unknown): value is StoredPhone {
  return (
    isObject(value) &&
    typeof value['topic'] === 'string' &&
    isObject(value['networks']) &&
    Array.isArray(value['left'])
  )
}
