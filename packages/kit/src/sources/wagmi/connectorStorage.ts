import { partsOf } from '@latchkey/protocol/isObject'
import { readStored, writeStored } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { keyName } from '../../core/storage/storedKeys.ts'

/**
 * Makes the storage that wagmi's connectors expect: JSON values by name. All values are stored
 * under one key of the kit, and are removed together with it.
 */
export function connectorStorage(raw: RawStorage) {
  const valueOf = (name: string): unknown => {
    const stored = partsOf(readStored(raw, 'wagmi-connectors'))
    return Object.hasOwn(stored, name) ? stored[name] : undefined
  }
  const change = (name: string, value: unknown) =>
    writeStored(raw, 'wagmi-connectors', {
      ...partsOf(readStored(raw, 'wagmi-connectors')),
      [name]: value ?? undefined,
    })
  return {
    key: keyName('wagmi-connectors'),
    getItem: async (name: string, fallback: unknown = null) => valueOf(name) ?? fallback,
    setItem: async (name: string, value: unknown) => change(name, value),
    removeItem: async (name: string) => change(name, undefined),
  }
}
