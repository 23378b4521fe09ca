import { isNetworkId, isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import { isRecord } from '@latchkey/protocol/isObject'
import type { AtomicSupport } from '../../../../core/contracts/connectorSource.ts'
import { isAtomicName, readAtomic, readChainKey } from '../../assets/capabilities.ts'

/**
 * What a wallet reported about its support for batches of calls. Without `networkId` the report is
 * for all networks, without `address` for all accounts. The address is in lower case.
 */
export type ReportedCapability = { networkId?: string; address?: string; atomic: AtomicSupport }

/** The maximum number of reports that are read from a session. Further reports are ignored. */
const maxEntries = 200

/**
 * Reads capabilities from a session's properties, which are stored as JSON of limited length.
 * Unreadable parts are ignored. Wallets report capabilities in several places, as values or as JSON
 * texts:
 * - in `sessionProperties`: under `capabilities` by address and chain (EIP-5792), under a CAIP-2 or
 *   CAIP-10 id, or at the top for all accounts
 * - in `scopedProperties`: under a namespace or a CAIP-2 id, and inside it under a CAIP-10 id
 *
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
 * Collects the reports in a list of entries and in the entries inside them. Each inner name has to
 * narrow the scope by network or address, or to stand for every chain. The length of the properties
 * limits the nesting.
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
 * Narrows a scope by a name. Undefined for an invalid name, and for a name that does not fit: a
 * network or address where the scope has one. A CAIP-10 id may repeat the scope's network.
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
    // the chain id 0x0 stands for every chain: EIP-5792
    return networkId === undefined ? { ...(address !== undefined && { address }) } : undefined
  const network = chain === undefined ? name : `eip155:${chain}`
  if (!isNetworkId(network)) return undefined
  return networkId === undefined
    ? { networkId: network, ...(address !== undefined && { address }) }
    : undefined
}

type Entry = readonly [name: string, value: unknown]

/** The entries of an object, or of an object in a JSON text. Empty for any other value. */
function entriesOf(value: unknown): readonly Entry[] {
  const read = typeof value === 'string' ? parse(value) : value
  return isRecord(read) ? Object.entries(read) : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the text is not JSON
  }
}
