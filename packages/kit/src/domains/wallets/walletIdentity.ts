import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'

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
 * The identity of a wallet in the browser. Its connector id is the reverse domain name that it
 * announced (EIP-6963), unless the kit made the id from the wallet's name.
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

/** The identity of a wallet that a list describes. */
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

/** Whether two sources describe the same wallet, by an id or a reverse domain name. */
export function sharesId(a: Identity, b: Identity): boolean {
  return intersects(a.ids, b.ids)
}

/** Whether two lists have an element in common. */
export function intersects(some: readonly string[], b: readonly string[]): boolean {
  return some.some((element) => b.includes(element))
}

/**
 * Whether a source describes one of the other wallets, by its name. Names are compared only if one
 * side has no reverse domain name. With two reverse domain names they are two wallets, so that a
 * wallet that takes the name of another wallet does not hide it.
 */
export function sharesName(identity: Identity, others: readonly Identity[]): boolean {
  return (
    !(identity.rdns && others.some(({ rdns }) => rdns)) &&
    others.some(({ name }) => name === identity.name)
  )
}

/** Whether two sources describe the same wallet. */
export function isSameWallet(a: Identity, b: Identity): boolean {
  return sharesId(a, b) || sharesName(a, [b])
}

/**
 * Whether an entry of a list is the app of a connected phone. The phone may report only the app's
 * name and the link that opens the app.
 */
export function isSameApp(wallet: Wallet, app: Wallet): boolean {
  const [a, b] = [identityOfWallet(wallet), identityOfWallet(app)]
  return isSameWallet(a, b) || intersects(a.apps, b.apps)
}

/** The scheme of an app's link (`metamask`), or the origin of a web link. Lower case. */
const placeOf = (link = '') => fold(/^(https?:\/\/)?[^/:]+(:\d+)?/i.exec(link)?.[0] ?? '')

const fold = (text: string) => text.trim().toLowerCase()
