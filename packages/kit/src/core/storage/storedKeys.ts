/**
 * The rules of one stored value: the version of its layout, and whether it is about the visitor's
 * account.
 */
type StoredKeyRules = { version: number; isOfAccount?: true }

/**
 * All values that a browser stores for the kit, by key. A new layout of a value gets a new version;
 * values of earlier versions are removed. Values about the account are removed after the last
 * wallet has disconnected.
 */
export const storedKeys = {
  version: { version: 1 },
  'recent-wallets': { version: 1 },
  'recent-connector': { version: 1 },
  'active-network-id': { version: 1 },
  'active-namespace': { version: 1 },
  'connected-namespaces': { version: 1 },
  'connection-status': { version: 1 },
  connections: { version: 1 },
  'left-wallets': { version: 1 },
  'wagmi-connectors': { version: 1 },
  'last-account': { version: 1, isOfAccount: true },
  'balance-cache': { version: 1, isOfAccount: true },
  'identity-cache': { version: 1, isOfAccount: true },
  'pending-transactions': { version: 1, isOfAccount: true },
  'call-batches': { version: 1, isOfAccount: true },
  'onramp-orders': { version: 1, isOfAccount: true },
  'recent-recipients': { version: 1, isOfAccount: true },
  'address-book': { version: 1 },
  embedded: { version: 1, isOfAccount: true },
  'smart-account-networks': { version: 1, isOfAccount: true },
  'email-login-time': { version: 1 },
  'last-login': { version: 1 },
  'wallet-logins': { version: 1 },
  'social-login': { version: 1 },
  'begun-swap': { version: 1, isOfAccount: true },
  'swap-slippage': { version: 1 },
  currency: { version: 1 },
  siwx: { version: 1 },
  'declined-sign-ins': { version: 1, isOfAccount: true },
  phones: { version: 1 },
  'phones.first': { version: 1 },
  'walletconnect.app': { version: 1 },
  'walletconnect.deep-link': { version: 1 },
  'walletconnect.seed': { version: 1 },
  'walletconnect.ahead': { version: 1 },
  'walletconnect.sessions': { version: 1 },
  'walletconnect.deleted': { version: 1 },
  'walletconnect.history': { version: 1 },
  'walletconnect.proposals': { version: 1 },
  'walletconnect.requests': { version: 1 },
  /** The following values are stored for one tab, in its `sessionStorage`. */
  tab: { version: 1 },
  away: { version: 1 },
  answered: { version: 1 },
} as const satisfies { readonly [key: string]: StoredKeyRules }

export type StoredKey = keyof typeof storedKeys

const table: readonly (readonly [key: string, rules: StoredKeyRules])[] = Object.entries(storedKeys)

/**
 * The name of a value in a storage. Names are built only here.
 * @param version @default the current one
 */
export function keyName(key: StoredKey, version: number = storedKeys[key].version): string {
  return `@latchkey/${key}${version === 1 ? '' : `.${version}`}`
}

/** All names that a storage may contain, with those of earlier versions. */
export const allNames = (): readonly string[] =>
  table.flatMap(([key, { version }]) => namesUpTo(key, version))

/** Names that only earlier versions have used. */
export const outdatedNames = (): readonly string[] =>
  table.flatMap(([key, { version }]) => namesUpTo(key, version - 1))

/** Names of the values about the account. */
export const namesOfAccount = (): readonly string[] =>
  table.flatMap(([key, { version, isOfAccount }]) =>
    isOfAccount ? [keyName(key as StoredKey, version)] : [],
  ) // a key of the table

function namesUpTo(key: string, version: number): readonly string[] {
  // a key of the table
  return Array.from({ length: version }, (_, index) => keyName(key as StoredKey, index + 1))
}
