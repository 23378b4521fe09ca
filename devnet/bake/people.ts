import { mnemonicToAccount, type HDAccount } from 'viem/accounts'
import { accounts, developmentMnemonic, type AccountRole } from '../src/accounts.ts'

/**
 * The people with whom the accounts trade. Their keys are at later indexes of the same mnemonic.
 */
const strangers = {
  exchange: 20,
  employer: 21,
  friend: 22,
  shop: 23,
  cafe: 24,
  spammer: 25,
  client: 26,
  landlord: 27,
  'liquidity provider': 28,
} as const

/** Any person of the history. */
export type Person = AccountRole | keyof typeof strangers

const indexes = new Map<Person, number>([
  ...accounts.map(({ role, index }) => [role, index] as const),
  ...(Object.keys(strangers) as (keyof typeof strangers)[]).map(
    (name) => [name, strangers[name]] as const,
  ), // the cast: the keys of the table above
])

const signers = new Map<number, HDAccount>()

/** The signing account of a person. */
export function signerOf(person: Person): HDAccount {
  const addressIndex = indexes.get(person)
  if (addressIndex === undefined) throw new Error(`Nobody is called "${person}".`)
  const signer =
    signers.get(addressIndex) ?? mnemonicToAccount(developmentMnemonic, { addressIndex })
  signers.set(addressIndex, signer)
  return signer
}
