import { p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import type { AccountRole } from '../../src/accounts.ts'
import { bitcoinAccounts, bitcoinKeys, bitcoinPayments } from '../../src/bitcoin/bitcoinAccounts.ts'
import { regtest } from '../../src/bitcoin/chain/regtest.ts'
import { sha256 } from '../../src/bitcoin/wire/hash.ts'

/** What it takes to spend from an address: the script's data, and the keys. */
export type Wallet = {
  payment: { script: Uint8Array; type: string }
  keys: readonly Uint8Array[]
}

/** Accounts of the history that no mnemonic has. */
export type Outsider =
  | 'exchange'
  | 'employer'
  | 'landlord'
  | 'cafe'
  | 'shop'
  | 'friend'
  | 'client'
  | 'marketplace'
  | 'spammer'

/** Anyone in the history. */
export type Person = Exclude<AccountRole, 'deployer'> | Outsider

const keyNamed = (name: string): Uint8Array => sha256(Buffer.from(`latchkey devnet ${name}`))

/** The scripts of the outsiders: each kind of script is there. */
function outsider(name: Outsider): Wallet {
  const key = keyNamed(name)
  const own = pubECDSA(key, true)
  switch (name) {
    case 'landlord':
      return { payment: p2pkh(own, regtest), keys: [key] }
    case 'shop':
    case 'spammer':
      return { payment: p2sh(p2wpkh(own, regtest), regtest), keys: [key] }
    case 'employer': {
      const second = keyNamed('accountant')
      const both = p2ms(2, [own, pubECDSA(second, true)])
      return { payment: p2wsh(both, regtest), keys: [key, second] }
    }
    case 'marketplace':
    case 'friend':
      return { payment: p2tr(pubSchnorr(key), undefined, regtest), keys: [key] }
    default:
      return { payment: p2wpkh(own, regtest), keys: [key] }
  }
}

/** The address for payments of a person. */
export function walletOf(person: Person): Wallet {
  const account = bitcoinAccounts.find(({ role }) => role === person)
  if (!account) return outsider(person as Outsider) // the other persons are accounts
  const { payment } = bitcoinPayments(account.index)
  return { payment, keys: [bitcoinKeys(account.index).payment.privateKey] }
}

/** The address for collectibles of an account. */
export function ordinalsOf(person: Person): Wallet {
  const account = bitcoinAccounts.find(({ role }) => role === person)
  if (!account) return outsider('marketplace')
  const { ordinals } = bitcoinPayments(account.index)
  return { payment: ordinals, keys: [bitcoinKeys(account.index).ordinals.privateKey] }
}

/** The key that writes inscriptions. */
export const scribeKey = keyNamed('scribe')
