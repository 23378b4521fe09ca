import { isRecord } from '@latchkey/protocol/isObject'
import type { AtomicSupport } from '../../../core/contracts/connectorSource.ts'

/**
 * The names of the capability "several calls at once": in EIP-5792, and in its drafts, which many
 * wallets still use.
 */
const names: ReadonlySet<string> = new Set(['atomic', 'atomicBatch'])

/** Whether a capability of this name is "several calls at once". */
export const isAtomicName = (name: string): boolean => names.has(name)

/**
 * Reads the capability "several calls at once", in one of two forms:
 * - of EIP-5792: `{ status: 'supported' | 'ready' | 'unsupported' }`
 * - of its drafts: `{ supported: boolean }`, or the boolean alone
 *
 * Undefined for any other value.
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
 * Reads the chain id in a key of a wallet's answer: hex, padded hex, decimal or CAIP-2, in upper or
 * lower case. Returns it as a decimal number without leading zeros, where '0' stands for every
 * chain. Undefined for any other key.
 */
export function readChainKey(key: string): string | undefined {
  const number = key.replace(/^eip155:/, '')
  return /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(number)
    ? BigInt(number.toLowerCase()).toString()
    : undefined
}

/**
 * The capabilities of a chain in an answer of `wallet_getCapabilities`. The chain's own
 * capabilities take precedence over those under `0x0`, which are for every chain. Source: EIP-5792
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

/** The maximum number of chains that are read from an answer. */
const maxChains = 1_000

/**
 * Whether a chain's capabilities include several calls at once. `atomic`, the name in EIP-5792,
 * takes precedence over `atomicBatch`, the name in its drafts.
 */
export const atomicOf = (
  capabilities: Readonly<Record<string, unknown>>,
): AtomicSupport | undefined =>
  readAtomic(capabilities['atomic']) ?? readAtomic(capabilities['atomicBatch'])
