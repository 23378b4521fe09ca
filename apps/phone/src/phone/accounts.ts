import { getAddress } from 'viem'
import { createHeadlessWallet } from 'latchkey/testing'
import type { HeadlessWallet } from 'latchkey/testing'
import type { Account } from './phoneState.ts'
import { bitcoinAccounts } from './bitcoin/bitcoinAccounts.ts'
import { polkadotAccounts } from './polkadot/polkadotAccounts.ts'
import { solanaAccounts } from './solana/solanaKeys.ts'

const labels = ['Everyday', 'Savings', 'Travel', 'Games', 'Work']

/**
 * Derives the keys of the mnemonic whose accounts every development chain funds. These keys are
 * public.
 */
export function openAccounts(): {
  wallet: HeadlessWallet
  accounts: readonly Account[]
  first: `0x${string}`
} {
  const wallet = createHeadlessWallet({ labels, count: labels.length })
  const addresses = wallet.accounts.map(({ address, label }) => ({
    address: getAddress(address),
    label,
    namespace: 'eip155' as const,
  }))
  const [first] = addresses
  if (!first) throw new Error('The mnemonic gave no account.')
  return {
    wallet,
    accounts: [...addresses, ...solanaAccounts, ...bitcoinAccounts, ...polkadotAccounts],
    first: first.address,
  }
}
