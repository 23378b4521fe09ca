import { onTestFinished } from 'vitest'
import type { BitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { bitcoinKeyOf } from '../../testing/bitcoin/bitcoinAccounts.ts'
import type { BitcoinAccount } from '../../testing/bitcoin/bitcoinAccounts.ts'
import type { BitcoinDialect, BitcoinWalletOptions } from '../../testing/bitcoin/bitcoinWallet.ts'
import { bitcoinNetwork, startTestBitcoin, startTestBitcoinWallet } from './startTestBitcoin.ts'

/** The connector id of a test wallet of each interface. */
export const idOfWallet: Readonly<Record<BitcoinDialect, string>> = {
  standard: 'bitcoin.bitcoin-test-wallet',
  metamask: 'bitcoin.bitcoin-test-wallet',
  satsConnect: 'bitcoin.bitcoin-test-wallet',
  leather: 'bitcoin.leather',
  unisat: 'bitcoin.unisat-wallet',
}

/** The number of keys so far. Each test gets new ones. */
let keyCount = 0

/** Creates an account that no earlier test has used. */
export function newAccount(payment: 'p2wpkh' | 'p2sh' = 'p2wpkh'): BitcoinAccount {
  const keyOf = (form: 'p2wpkh' | 'p2sh' | 'p2tr') => {
    const secret = new Uint8Array(32).fill(3)
    new DataView(secret.buffer).setUint32(0, ++keyCount)
    return bitcoinKeyOf(secret, { form })
  }
  return { payment: keyOf(payment), ordinals: keyOf('p2tr') }
}

/** What a test starts with. `amount` is in satoshi, in one coin. */
export type Funds = {
  amount?: number
  payment?: 'p2wpkh' | 'p2sh'
  wallet?: BitcoinWalletOptions
  options?: Partial<KitOptions>
}

/** Starts a kit on a chain of the devnet. Its wallet holds a coin, and there is a recipient. */
export async function startOnChain(
  chain: BitcoinChain,
  { amount = 2_000_000, payment = 'p2wpkh', wallet: walletOptions = {}, options }: Funds = {},
) {
  const [me, friend] = [newAccount(payment), newAccount()]
  chain.fund(me.payment.address, amount)
  const wallet = startTestBitcoinWallet({ accounts: () => [me], ...walletOptions })
  const started = startTestBitcoin({
    networks: [bitcoinNetwork(chain.networkId.slice('bip122:'.length), 'Bitcoin', chain.url)],
    ...options,
  })
  const { kit } = started
  const { accountId } = await kit.connect({
    connectorId: idOfWallet[walletOptions.dialect ?? 'standard'],
  })
  onTestFinished(() => kit.disconnect())
  return { ...started, accountId, wallet, me, friend: friend.payment.address }
}
