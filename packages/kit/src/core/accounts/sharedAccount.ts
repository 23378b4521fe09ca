import { isAddress } from '@latchkey/protocol/address'
import { foreignName } from '@latchkey/protocol/counts'
import type { Namespace } from '@latchkey/protocol/namespace'

/** The purpose of one of several addresses: payments, or numbered coins (Ordinals). */
export type AccountPurpose = 'payment' | 'ordinals'

/** The kind of an account: controlled by a key (`eoa`), or by a contract (`smartAccount`). */
export type AccountType = 'eoa' | 'smartAccount'

/**
 * An account that a wallet shares with the site, on the networks of one namespace.
 * - `address`: in the wallet's spelling, or in the chain's canonical spelling
 * - `publicKey`: as the wallet reported it, in hexadecimal. Absent where it reported none, or where
 *   the address contains it
 * - `purpose`, `type`: absent where the wallet's accounts do not differ
 * - `name`: what the owner calls the account in the wallet. Untrusted: show it as text
 */
export type SharedAccount = {
  address: string
  publicKey?: string
  purpose?: AccountPurpose
  type?: AccountType
  name?: string
}

const purposes: readonly unknown[] = ['payment', 'ordinals'] satisfies AccountPurpose[]
const types: readonly unknown[] = ['eoa', 'smartAccount'] satisfies AccountType[]

/** Accounts of which only the address is known. */
export const toAccounts = (addresses: readonly string[]): readonly SharedAccount[] =>
  addresses.map((address) => ({ address }))

/** The addresses of accounts, in their order. */
export const toAddresses = (accounts: readonly SharedAccount[]): readonly string[] =>
  accounts.map(({ address }) => address)

/** Whether one of the accounts has this address, in exactly this spelling. */
export const hasAddress = (accounts: readonly SharedAccount[], address: string): boolean =>
  accounts.some((account) => account.address === address)

/**
 * The valid accounts of a list: those with an address of the namespace. A field of a wrong type is
 * left out.
 */
export function validAccounts(
  accounts: readonly SharedAccount[],
  namespace: Namespace,
): readonly SharedAccount[] {
  // each property is read once: a hostile one could give another value the second time
  return accounts.flatMap(({ address, publicKey, purpose, type, name }) =>
    isAddress(address, namespace)
      ? {
          address,
          ...(isHex(publicKey) && { publicKey }),
          ...(purposes.includes(purpose) && { purpose }),
          ...(types.includes(type) && { type }),
          ...(typeof name === 'string' && name !== '' && { name: name.slice(0, foreignName) }),
        }
      : [],
  )
}

const isHex = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[0-9a-f]{2}){1,200}$/i.test(value)

/**
 * The accounts, those with this purpose first. If the wallet reports no purposes, the order does
 * not change.
 */
export function withPurposeFirst(
  accounts: readonly SharedAccount[],
  preferred: string,
): readonly SharedAccount[] {
  const isPreferred = ({ purpose }: SharedAccount) => purpose === preferred
  return [...accounts.filter(isPreferred), ...accounts.filter((account) => !isPreferred(account))]
}
