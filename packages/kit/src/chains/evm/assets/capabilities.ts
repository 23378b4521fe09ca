import { isRecord } from '@latchkey/protocol/isObject'
import type { AtomicSupport } from '../../../core/connectorSource.ts'

/**
 * The names of the capability for several calls at once: of EIP-5792, and of its drafts, which many
 * wallets still use.
 */
const names: ReadonlySet<string> = new Set(['atomic', 'atomicBatch'])

/** Whether a name is that of the capability for several calls at once. */
export const isAtomicName = (name: string): boolean => names.has(name)

/**
 * A wallet's word on several calls at once, by one capability: `{ status: 'supported' | 'ready' |
 * 'unsupported' }`, or `{ supported: boolean }` of the drafts. Undefined for any other. Source:
 * EIP-5792
 */
export function readAtomic(capability: unknown): AtomicSupport | undefined {
  const { status, supported } = isRecord(capability)
    ? capability
    : { status: undefined, supported: capability }
  const statusText = typeof status === 'string' ? status.toLowerCase() : undefined
  if (statusText === 'supported' || statusText === 'ready' || statusText === 'unsupported')
    return statusText
  if (typeof supported !== 'boolean') return undefined
  return supported ? 'supported' : 'unsupported'
}

/**
 * A chain as the keys of an answer name it, decimal without zeros at its front; '0' is every chain.
 * Undefined for a key that is none: hex, padded, in any case, decimal, CAIP-2.
 */
export function readChainKey(key: string): string | undefined {
  const number = key.replace(/^eip155:/, '')
  return /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(number)
    ? BigInt(number.toLowerCase()).toString()
    : undefined
}

/**
 * The capabilities of a chain in an answer of `wallet_getCapabilities`: those under `0x0`, which
 * hold for every chain, and over them the chain's own. However the keys are written. Source:
 * EIP-5792
 */
export function capabilitiesOf(answer: unknown, chain: string): Readonly<Record<string, unknown>> {
  const chainKey = readChainKey(chain)
  const entries = isRecord(answer) ? Object.entries(answer).slice(0, maxChains) : []
  const entryOf = (key: string | undefined) =>
    entries.flatMap(([name, value]) =>
      key !== undefined && readChainKey(name) === key && isRecord(value)
        ? Object.entries(value)
        : [],
    )
  return Object.fromEntries([...entryOf('0'), ...entryOf(chainKey)])
}

/** Chains of an answer that are read. */
const maxChains = 1_000

/**
 * The word on several calls at once in the capabilities of a chain; the name of EIP-5792 before
 * that of its drafts.
 */
export const atomicOf = (
  capabilities: Readonly<Record<string, unknown>>,
): AtomicSupport | undefined =>
  readAtomic(capabilities['atomic']) ?? readAtomic(capabilities['atomicBatch'])
