import type { Connector } from '../core/connectorSource.ts'
import type { Wallet } from '../core/wallet.ts'

/**
 * The identity of a wallet: its ids, the reverse domain name that it announces, its name, and the
 * links that open its app.
 */
export type Identity = {
  ids: readonly string[]
  rdns?: string
  name: string
  apps: readonly string[]
}

/**
 * The identity of a wallet in the browser. The id of one that announced itself is its reverse
 * domain name (EIP-6963), if it was not made from its name.
 */
export function identityOfConnector({
  id,
  name,
  type,
  isByName,
}: Pick<Connector, 'id' | 'name' | 'type' | 'isByName'>): Identity {
  return {
    ids: [fold(id)],
    rdns: type === 'injected' && !isByName ? fold(id) : undefined,
    name: fold(name),
    apps: [],
  }
}

/** The identity of a wallet of a list. */
export function identityOfWallet({
  id,
  name,
  rdns,
  mobile_link,
  link_mode,
}: Pick<Wallet, 'id' | 'name' | 'rdns' | 'mobile_link' | 'link_mode'>): Identity {
  return {
    ids: [fold(id), fold(rdns ?? id)],
    rdns: rdns && fold(rdns),
    name: fold(name),
    apps: [mobile_link, link_mode].map(placeOf).filter(Boolean),
  }
}

/** Whether two sources describe one wallet, by an id or a reverse domain name. */
export function sharesId(a: Identity, b: Identity): boolean {
  return intersects(a.ids, b.ids)
}

/** Whether two lists have an element in common. */
export function intersects(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one))
}

/**
 * Whether a source describes a wallet of the others, by its name: only if one side has no reverse
 * domain name. A wallet that uses another's name under its own reverse domain name is another
 * wallet, and hides none.
 */
export function sharesName(one: Identity, others: readonly Identity[]): boolean {
  return (
    !(one.rdns && others.some(({ rdns }) => rdns)) && others.some(({ name }) => name === one.name)
  )
}

/** Whether two sources describe one wallet. */
export function isSameWallet(a: Identity, b: Identity): boolean {
  return sharesId(a, b) || sharesName(a, [b])
}

/**
 * Whether an entry of a list is the app of a connected phone, which may report no more than its
 * name and the link that opens it.
 */
export function isSameApp(wallet: Wallet, app: Wallet): boolean {
  const [one, other] = [identityOfWallet(wallet), identityOfWallet(app)]
  return isSameWallet(one, other) || intersects(one.apps, other.apps)
}

/** `metamask` of `metamask://…`; `https://metamask.app.link` of a link that begins with it. */
const placeOf = (link = '') => fold(/^(https?:\/\/)?[^/:]+(:\d+)?/i.exec(link)?.[0] ?? '')

const fold = (text: string) => text.trim().toLowerCase()
