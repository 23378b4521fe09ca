import type { Connector } from '../core/connectorSource.ts'
import type { Wallet } from '../core/wallet.ts'

/** What tells one wallet from another: the ids it goes by, the reverse domain name it announces itself by, its name, and what opens its app. */
export type Identity = { ids: readonly string[]; rdns?: string; name: string; apps: readonly string[] }

/** Of a wallet in the browser. The id of one that announced itself is its reverse domain name (EIP-6963). */
export function identityOfConnector({ id, name, type }: Pick<Connector, 'id' | 'name' | 'type'>): Identity {
  return { ids: [fold(id)], rdns: type === 'injected' ? fold(id) : undefined, name: fold(name), apps: [] }
}

/** Of a wallet of a list. */
export function identityOfWallet({ id, name, rdns, mobile_link, link_mode }: Pick<Wallet, 'id' | 'name' | 'rdns' | 'mobile_link' | 'link_mode'>): Identity {
  return { ids: [fold(id), fold(rdns ?? id)], rdns: rdns && fold(rdns), name: fold(name), apps: [mobile_link, link_mode].map(placeOf).filter(Boolean) }
}

/** Whether two sources speak of one wallet by an id or a reverse domain name. */
export function sharesId(a: Identity, b: Identity): boolean {
  return sharesOne(a.ids, b.ids)
}

/** Whether two lists have one in common. */
export function sharesOne(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one))
}

/**
 * Whether a source speaks by name of a wallet that others know: only where one side has no reverse domain name. Who takes another's
 * name under a reverse domain name of its own is another wallet, and hides nobody.
 */
export function sharesName(one: Identity, others: readonly Identity[]): boolean {
  return !(one.rdns && others.some(({ rdns }) => rdns)) && others.some(({ name }) => name === one.name)
}

/** Whether two sources speak of one wallet. */
export function isSameWallet(a: Identity, b: Identity): boolean {
  return sharesId(a, b) || sharesName(a, [b])
}

/** Whether an entry of a list is the app of a connected phone, which may tell no more than its name and how it is opened. */
export function isSameApp(wallet: Wallet, app: Wallet): boolean {
  const [one, other] = [identityOfWallet(wallet), identityOfWallet(app)]
  return isSameWallet(one, other) || sharesOne(one.apps, other.apps)
}

/** `metamask` of `metamask://…`, `https://metamask.app.link` of what begins so. */
const placeOf = (link = '') => fold(/^(https?:\/\/)?[^/:]+(:\d+)?/i.exec(link)?.[0] ?? '')

const fold = (text: string) => text.trim().toLowerCase()
