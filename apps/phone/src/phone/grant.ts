import type { Namespaces, Proposal } from './client.ts'
import { spelledFor } from './polkadot/polkadotAccounts.ts'

/** What a site requests in one namespace. `chains` are CAIP-2 ids. */
export type NamespaceRequest = {
  chains: readonly string[]
  methods: readonly string[]
  events: readonly string[]
}

/** What a site requires and what it optionally requests, by namespace (`eip155`). */
export type NamespaceRequests = {
  required: Record<string, NamespaceRequest>
  optional: Record<string, NamespaceRequest>
}

/** What the phone offers in one namespace. */
export type Offer = {
  hasChain: (chain: string) => boolean
  methods: readonly string[]
  events: readonly string[]
}

/** What the site gets, still without accounts; or what is missing, in words. */
export type Grant =
  | { status: 'possible'; namespaces: Record<string, NamespaceRequest> }
  | { status: 'impossible'; missing: readonly string[] }

type Proposed = Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>

/** Reads a proposal. A namespace may be written as a single chain: `eip155:1`. Source: CAIP-25 */
export function readNamespaceRequests({
  requiredNamespaces,
  optionalNamespaces,
}: Proposed): NamespaceRequests {
  return { required: gather(requiredNamespaces), optional: gather(optionalNamespaces) }
}

function gather(namespaces: Proposal['requiredNamespaces'] = {}): Record<string, NamespaceRequest> {
  const found: Record<string, NamespaceRequest> = {}
  for (const [key, { chains = [], methods, events }] of Object.entries(namespaces)) {
    const [namespace = key, reference] = key.split(':')
    found[namespace] = merge(found[namespace], {
      chains: reference ? [key] : chains,
      methods,
      events,
    })
  }
  return found
}

function merge(
  first: NamespaceRequest | undefined,
  second: NamespaceRequest | undefined,
): NamespaceRequest {
  const all = (key: keyof NamespaceRequest) => [
    ...new Set([...(first?.[key] ?? []), ...(second?.[key] ?? [])]),
  ]
  return { chains: all('chains'), methods: all('methods'), events: all('events') }
}

/**
 * Compares what a site requests with what the phone offers. The phone must offer everything that is
 * required. Of the optional parts, the site gets those that the phone offers. It must get at least
 * one network.
 */
export function grant(
  { required, optional }: NamespaceRequests,
  offers: Readonly<Record<string, Offer>>,
): Grant {
  const missing = Object.entries(required).flatMap(([namespace, namespaceRequest]) =>
    missingIn(namespaceRequest, namespace, offers[namespace]),
  )
  const namespaces: Record<string, NamespaceRequest> = {}
  for (const namespace of new Set([...Object.keys(required), ...Object.keys(optional)])) {
    const offer = offers[namespace]
    const namespaceRequest = merge(required[namespace], optional[namespace])
    const chains = namespaceRequest.chains.filter((chain) => offer?.hasChain(chain))
    if (!offer || chains.length === 0) continue
    namespaces[namespace] = {
      chains,
      methods: namespaceRequest.methods.filter((method) => offer.methods.includes(method)),
      events: namespaceRequest.events.filter((event) => offer.events.includes(event)),
    }
  }
  if (missing.length > 0) return { status: 'impossible', missing }
  if (Object.keys(namespaces).length > 0) return { status: 'possible', namespaces }
  return {
    status: 'impossible',
    missing: Object.values(optional).flatMap(({ chains }) =>
      chains.map((chain) => `the network ${chain}`),
    ),
  }
}

function missingIn(
  namespaceRequest: NamespaceRequest,
  namespace: string,
  offer: Offer | undefined,
): string[] {
  if (!offer) return [`the network ${namespace}`]
  return [
    ...namespaceRequest.chains
      .filter((chain) => !offer.hasChain(chain))
      .map((chain) => `the network ${chain}`),
    ...namespaceRequest.methods
      .filter((method) => !offer.methods.includes(method))
      .map((method) => `the method ${method}`),
    ...namespaceRequest.events
      .filter((event) => !offer.events.includes(event))
      .map((event) => `the event ${event}`),
  ]
}

/**
 * Returns the namespaces of a session: what was granted, with each account on each chain. A
 * namespace without an account is left out.
 */
export function sessionNamespacesOf(
  namespaces: Readonly<Record<string, NamespaceRequest>>,
  addresses: Readonly<Record<string, readonly string[]>>,
): Namespaces {
  const sessionNamespaces = Object.entries(namespaces).map(
    ([namespace, namespaceRequest]) =>
      [namespace, withAccounts(namespaceRequest, addresses[namespace] ?? [])] as const,
  )
  return Object.fromEntries(sessionNamespaces.filter(([, { accounts }]) => accounts.length > 0))
}

/**
 * Returns one namespace of a session, with each address on each chain as a CAIP-10 id, in the
 * spelling of that chain.
 */
export function withAccounts(
  { chains, methods, events }: NamespaceRequest,
  addresses: readonly string[],
): Namespaces[string] {
  const accounts = chains.flatMap((chain) =>
    addresses.map((address) => `${chain}:${spelledFor(chain, address)}`),
  )
  return { chains: [...chains], accounts, methods: [...methods], events: [...events] }
}
