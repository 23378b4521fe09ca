import { getAddress } from 'viem'
import { createHeadlessWallet } from 'latchkey/testing'
import type { HeadlessWallet } from 'latchkey/testing'
import type { Account } from './phoneState.ts'

const labels = ['Everyday', 'Savings', 'Travel', 'Games', 'Work']

/** A Solana account of the same mnemonic at m/44'/501'/0'/0'. The phone shows it and grants it, but signs nothing with it. */
const solana: Account = { address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', label: 'Solana, to look at', namespace: 'solana' }

/** Derives the keys of the mnemonic that every development chain funds. These keys are public. */
export function openAccounts(): { wallet: HeadlessWallet; accounts: readonly Account[]; first: `0x${string}` } {
  const wallet = createHeadlessWallet({ labels, count: labels.length })
  const addresses = wallet.accounts.map(({ address, label }) => ({ address: getAddress(address), label, namespace: 'eip155' as const }))
  const [first] = addresses
  if (!first) throw new Error('The mnemonic gave no account.')
  return { wallet, accounts: [...addresses, solana], first: first.address }
}
