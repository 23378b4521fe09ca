import type { NetworkId } from '@latchkey/protocol/caip'
import { bitcoinNetworkOf, isBitcoinAddressOn } from '@latchkey/protocol/chains/bitcoinNetworks'
import type { SharedAccount } from '../../../../core/accounts/sharedAccount.ts'

/** An address that a wallet reports, with what it reports about it. */
export type ReportedAddress = Pick<SharedAccount, 'address' | 'publicKey' | 'purpose'>

/** Whether an address is of taproot, which wallets use for ordinals. BIP-341, BIP-350 */
const isTaproot = ({ address }: ReportedAddress) => /^(?:bc|tb|bcrt)1p/i.test(address)

/**
 * The accounts among a wallet's addresses, those for payments first. An address of another network
 * or of another form is left out, and so is a second entry of an address. Where the wallet reports
 * no purposes:
 * - a single address has no purpose
 * - of several, the taproot addresses are those for ordinals
 * - if all of them, or none, are taproot, the second is the one for ordinals
 */
export function readAccounts(
  reported: readonly ReportedAddress[],
  networkId: NetworkId,
): readonly SharedAccount[] {
  const network = bitcoinNetworkOf(networkId)
  const own = reported.filter(
    ({ address }, index) =>
      network !== undefined &&
      isBitcoinAddressOn(address, network) &&
      reported.findIndex((entry) => entry.address === address) === index,
  )
  const accounts = own.some(({ purpose }) => purpose) ? own : withPurposes(own)
  const isLast = ({ purpose }: SharedAccount) => purpose === 'ordinals'
  return [...accounts.filter((account) => !isLast(account)), ...accounts.filter(isLast)]
}

function withPurposes(own: readonly ReportedAddress[]): readonly SharedAccount[] {
  if (own.length < 2) return own
  const isMixed = own.some(isTaproot) && !own.every(isTaproot)
  return own.map((account, index) => ({
    ...account,
    purpose: (isMixed ? isTaproot(account) : index === 1) ? 'ordinals' : 'payment',
  }))
}
