import { isNetworkId, isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import { isRecord } from '@latchkey/protocol/isObject'
import type { AtomicSupport } from '../../../../core/connectorSource.ts'
import { isAtomicName, readAtomic, readChainKey } from '../../assets/capabilities.ts'

/**
 * What a wallet told about taking several calls at once, for a network and an address; without
 * them, for all. The address is in lower case.
 */
export type ReportedCapability = { networkId?: string; address?: string; atomic: AtomicSupport }

/** Rows of a session; the rest is left out. */
const maxEntries = 200

/**
 * Reads a session's properties, JSON of so many characters as are stored of them, for capabilities;
 * what cannot be read is left out. Wallets tell them in several forms, as values or as texts of
 * JSON: in `sessionProperties`, as `capabilities` by address and chain (EIP-5792), by CAIP-2 or
 * CAIP-10 id, or for all; in `scopedProperties` by namespace or CAIP-2 id, and there by CAIP-10 id.
 * Source: CAIP-25, EIP-5792
 */
export function readCapabilities(properties: string | undefined): readonly ReportedCapability[] {
  const { sessionProperties, scopedProperties } = Object.fromEntries(entriesOf(properties))
  const found: ReportedCapability[] = []
  const session = entriesOf(sessionProperties)
  collect(
    found,
    {},
    session.filter(([name]) => isAtomicName(name)),
  )
  for (const [name, value] of session)
    if (name === 'capabilities') collect(found, {}, entriesOf(value))
  for (const [name, value] of entriesOf(scopedProperties))
    collect(
      found,
      {},
      name === 'eip155' ? entriesOf(value) : isAtomicName(name) ? [] : [[name, value]],
    )
  return found.slice(0, maxEntries)
}

type Scope = Pick<ReportedCapability, 'networkId' | 'address'>

/**
 * Collects the statuses of a part and of the narrower parts in it. Each name narrows the scope, so
 * a part in a part ends after two of them.
 */
function collect(found: ReportedCapability[], scope: Scope, entries: readonly Entry[]): void {
  for (const [name, value] of entries) {
    if (found.length >= maxEntries) return
    if (isAtomicName(name)) {
      const atomic = readAtomic(Object.fromEntries(entriesOf(value)))
      if (atomic) found.push({ ...scope, atomic })
      continue
    }
    const innerScope = narrowScope(scope, name)
    if (innerScope) collect(found, innerScope, entriesOf(value))
  }
}

/**
 * The scope of a name inside another scope; undefined for a name that is none, or that names again
 * what the scope has.
 */
function narrowScope({ networkId, address }: Scope, name: string): Scope | undefined {
  if (isAccountId(name)) {
    const accountId = parseAccountId(name)
    const isOtherChain =
      address !== undefined || (networkId !== undefined && networkId !== accountId.networkId)
    return isOtherChain
      ? undefined
      : { networkId: accountId.networkId, address: accountId.address.toLowerCase() }
  }
  if (/^0x[0-9a-fA-F]{40}$/.test(name))
    return address === undefined
      ? { ...(networkId !== undefined && { networkId }), address: name.toLowerCase() }
      : undefined
  const chain = readChainKey(name)
  if (chain === '0')
    // every chain, EIP-5792
    return networkId === undefined ? { ...(address !== undefined && { address }) } : undefined
  const network = chain === undefined ? name : `eip155:${chain}`
  if (!isNetworkId(network)) return undefined
  return networkId === undefined
    ? { networkId: network, ...(address !== undefined && { address }) }
    : undefined
}

type Entry = readonly [name: string, value: unknown]

/** The own members of an object, or of one that is written as JSON; none for any other value. */
function entriesOf(value: unknown): readonly Entry[] {
  const read = typeof value === 'string' ? parse(value) : value
  return isRecord(read) ? Object.entries(read) : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no JSON
  }
}
