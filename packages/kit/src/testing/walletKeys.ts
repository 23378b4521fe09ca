import type { LocalAccount } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { lower } from './walletCore.ts'
import type { WalletAccount } from './walletState.ts'

/** The mnemonic that every development chain funds. It is public: never use it for anything of value. */
export const developmentMnemonic = 'test test test test test test test test test test test junk'

/** The source of a development wallet's keys. */
export type WalletKeys = {
  /** Private keys; if there are any, the mnemonic is not used. */
  privateKeys?: readonly `0x${string}`[]
  /** BIP-39 words. @default {@link developmentMnemonic} */
  mnemonic?: string
  /** How many accounts are derived from the mnemonic, along m/44'/60'/0'/0/i. @default 5 */
  count?: number
  /** Names of the accounts, in order. @default Account 1, Account 2 … */
  labels?: readonly string[]
}

/** The accounts as the person sees them, and the signers by address in lower case. */
export type Keyring = { accounts: WalletAccount[]; byAddress: Map<string, LocalAccount> }

/** Derives the keys from the mnemonic, or uses the private keys. */
export function createKeyring({ privateKeys, mnemonic = developmentMnemonic, count = 5, labels = [] }: WalletKeys): Keyring {
  const signers: LocalAccount[] = privateKeys
    ? privateKeys.map((key) => privateKeyToAccount(key))
    : Array.from({ length: count }, (_, addressIndex) => mnemonicToAccount(mnemonic, { addressIndex }))
  const byAddress = new Map(signers.map((signer) => [lower(signer.address), signer]))
  const accounts: WalletAccount[] = [...byAddress.keys()].map((address, index) => ({ address, label: labels[index] ?? `Account ${index + 1}` }))
  return { accounts, byAddress }
}
