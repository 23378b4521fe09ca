import type { Namespaces, Proposal } from './client.ts'

/** A site's request in one namespace. `chains` are CAIP-2 ids. */
export type Wish = {
  chains: readonly string[]
  methods: readonly string[]
  events: readonly string[]
}

/** A site's required and optional requests, by namespace (`eip155`). */
export type Wishes = { required: Record<string, Wish>; optional: Record<string, Wish> }

/** The phone's offer in one namespace. */
export type Offer = {
  hasChain: (chain: string) => boolean
  methods: readonly string[]
  events: readonly string[]
}

/** The parts that the site can get, without accounts yet, or the missing parts in words. */
export type Grant =
  | { status: 'possible'; wishes: Record<string, Wish> }
  | { status: 'impossible'; lacks: readonly string[] }

type Proposed = Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>

/** Reads a proposal; a namespace may be written as one chain, `eip155:1`. Source: CAIP-25 */
export function readWishes({ requiredNamespaces, optionalNamespaces }: Proposed): Wishes {
  return { required: gather(requiredNamespaces), optional: gather(optionalNamespaces) }
}

function gather(namespaces: Proposal['requiredNamespaces'] = {}): Record<string, Wish> {
  const found: Record<string, Wish> = {}
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

function merge(one: Wish | undefined, other: Wish | undefined): Wish {
  const all = (key: keyof Wish) => [...new Set([...(one?.[key] ?? []), ...(other?.[key] ?? [])])]
  return { chains: all('chains'), methods: all('methods'), events: all('events') }
}

/**
 * Compares a request with the offer. Everything required has to be offered. Of the optional parts
 * the site gets those on offer, and at least one network.
 */
export function grant(
  { required, optional }: Wishes,
  offers: Readonly<Record<string, Offer>>,
): Grant {
  const lacks = Object.entries(required).flatMap(([namespace, wish]) =>
    lackOf(wish, namespace, offers[namespace]),
  )
  const wishes: Record<string, Wish> = {}
  for (const namespace of new Set([...Object.keys(required), ...Object.keys(optional)])) {
    const offer = offers[namespace]
    const wish = merge(required[namespace], optional[namespace])
    const chains = wish.chains.filter((chain) => offer?.hasChain(chain))
    if (!offer || chains.length === 0) continue
    wishes[namespace] = {
      chains,
      methods: wish.methods.filter((method) => offer.methods.includes(method)),
      events: wish.events.filter((event) => offer.events.includes(event)),
    }
  }
  if (lacks.length > 0) return { status: 'impossible', lacks }
  if (Object.keys(wishes).length > 0) return { status: 'possible', wishes }
  return {
    status: 'impossible',
    lacks: Object.values(optional).flatMap(({ chains }) =>
      chains.map((chain) => `the network ${chain}`),
    ),
  }
}

function lackOf(wish: Wish, namespace: string, offer: Offer | undefined): string[] {
  if (!offer) return [`the network ${namespace}`]
  return [
    ...wish.chains.filter((chain) => !offer.hasChain(chain)).map((chain) => `the network ${chain}`),
    ...wish.methods
      .filter((method) => !offer.methods.includes(method))
      .map((method) => `the method ${method}`),
    ...wish.events
      .filter((event) => !offer.events.includes(event))
      .map((event) => `the event ${event}`),
  ]
}

/**
 * The session's namespaces: the granted parts, with each account on each chain. A namespace without
 * an account is left out.
 */
export function settle(
  wishes: Readonly<Record<string, Wish>>,
  addresses: Readonly<Record<string, readonly string[]>>,
): Namespaces {
  const settled = Object.entries(wishes).map(
    ([namespace, wish]) => [namespace, withAccounts(wish, addresses[namespace] ?? [])] as const,
  )
  return Object.fromEntries(settled.filter(([, { accounts }]) => accounts.length > 0))
}

/** One namespace of a session with each address on each chain, as CAIP-10 ids. */
export function withAccounts(
  { chains, methods, events }: Wish,
  addresses: readonly string[],
): Namespaces[string] {
  const accounts = chains.flatMap((chain) => addresses.map((address) => `${chain}:${address}`))
  return { chains: [...chains], accounts, methods: [...methods], events: [...events] }
}
