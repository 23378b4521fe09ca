/** One thing that is remembered: the version of its layout, and whether it tells of the account. */
type Kept = { version: number; isOfAccount?: true }

/**
 * All that a browser remembers for the kit, by key. Another layout of one thing is another version of it: what earlier versions left is
 * forgotten. What tells of the account is forgotten once the last wallet has left.
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
  'recent-recipients': { version: 1, isOfAccount: true },
  'address-book': { version: 1 },
  currency: { version: 1 },
  phones: { version: 1 },
  'phones.first': { version: 1 },
  'walletconnect.app': { version: 1 },
  'walletconnect.deep-link': { version: 1 },
  'walletconnect.seed': { version: 1 },
  'walletconnect.sessions': { version: 1 },
  'walletconnect.deleted': { version: 1 },
  'walletconnect.history': { version: 1 },
  'walletconnect.proposals': { version: 1 },
  'walletconnect.requests': { version: 1 },
  /** Of one tab, in its own storage. */
  tab: { version: 1 },
} as const satisfies { readonly [key: string]: Kept }

export type StoredKey = keyof typeof storedKeys

const table: readonly (readonly [key: string, kept: Kept])[] = Object.entries(storedKeys)

/** The name under which a thing stands in a storage: the only place where names are built. @param version @default the one of now */
export function keyName(key: StoredKey, version: number = storedKeys[key].version): string {
  return `@latchkey/${key}${version === 1 ? '' : `.${version}`}`
}

/** Names of all that may be there, of earlier versions, too. */
export const allNames = (): readonly string[] => table.flatMap(([key, { version }]) => namesUpTo(key, version))

/** Names that only earlier versions have used. */
export const outdatedNames = (): readonly string[] => table.flatMap(([key, { version }]) => namesUpTo(key, version - 1))

/** Names of what tells of the account. */
export const namesOfAccount = (): readonly string[] => table.flatMap(([key, { version, isOfAccount }]) => (isOfAccount ? [keyName(key as StoredKey, version)] : [])) // a key of the table

function namesUpTo(key: string, version: number): readonly string[] {
  return Array.from({ length: version }, (_, index) => keyName(key as StoredKey, index + 1)) // a key of the table
}
