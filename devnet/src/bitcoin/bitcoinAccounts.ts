import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from 'viem/accounts'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { accounts, developmentMnemonic, type AccountRole } from '../accounts.ts'
import { regtest } from './chain/regtest.ts'

/** A key of the development mnemonic. */
export type BitcoinKey = { privateKey: Uint8Array; publicKey: Uint8Array }

/**
 * The keys of an account of the mnemonic: `m/84'/1'/0'/0/<index>` for payments (BIP-84), and
 * `m/86'/1'/0'/0/<index>` for collectibles (BIP-86).
 */
export function bitcoinKeys(index: number): { payment: BitcoinKey; ordinals: BitcoinKey } {
  const seed = pbkdf2Sync(developmentMnemonic, 'mnemonic', 2_048, 64, 'sha512')
  const root = HDKey.fromMasterSeed(seed)
  const keyAt = (purpose: number): BitcoinKey => {
    const { privateKey, publicKey } = root.derive(
      `m/${purpose}'/${regtest.coinType}'/0'/0/${index}`,
    )
    if (!privateKey || !publicKey) throw new Error('The mnemonic has no such key.')
    return { privateKey, publicKey }
  }
  return { payment: keyAt(84), ordinals: keyAt(86) }
}

/** What it takes to spend from the two addresses of an account. */
export function bitcoinPayments(index: number) {
  const { payment, ordinals } = bitcoinKeys(index)
  return {
    payment: p2wpkh(payment.publicKey, regtest),
    // taproot knows a key by its x coordinate alone
    ordinals: p2tr(ordinals.publicKey.slice(1), undefined, regtest),
  }
}

/** The addresses of the accounts of the development mnemonic that have a history here. */
export const bitcoinAccounts = accounts.flatMap(({ index, role, bitcoin }) => {
  const [address, ordinals] = bitcoin
  return address && ordinals ? [{ index, role, address, ordinals }] : []
})

/** The payment address of the account with this role. */
export function bitcoinAddressOf(role: AccountRole): string {
  const account = bitcoinAccounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`No Bitcoin account has the role "${role}".`)
  return account.address
}
