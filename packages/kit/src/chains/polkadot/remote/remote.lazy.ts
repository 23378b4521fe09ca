import { isSameAddress } from '@latchkey/protocol/address'
import { rpcMethodsOf } from '@latchkey/protocol/chains/rpcMethods'
import { spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import { walletAccounts } from '@latchkey/protocol/counts'
import { toAccounts } from '../../../core/accounts/sharedAccount.ts'
import type { SharedAccount } from '../../../core/accounts/sharedAccount.ts'
import type { RemoteFacet } from '../../../core/contracts/facets/remote.ts'
import { textsIn } from '../../../core/requests/readParts.ts'
import { createRemoteSigner } from './createRemoteSigner.ts'

/**
 * The `remote` facet of Polkadot, for wallets that take WalletConnect's methods of Polkadot by
 * messages: phones, and the e-mail wallet.
 */
export const remote: RemoteFacet = {
  methods: rpcMethodsOf('polkadot').signing,
  events: ['accountsChanged'],
  readAccounts: (addresses, _, networkId) => readAccounts(addresses, networkId),
  readEvent(name, data, networkId) {
    if (name !== 'accountsChanged') return undefined
    // some wallets report accounts as CAIP-10 ids
    const addresses = textsIn(data, walletAccounts).map((account) =>
      account.slice(account.lastIndexOf(':') + 1),
    )
    return { accounts: readAccounts(addresses, networkId) }
  },
  // a wallet approves the networks when it connects; no Polkadot method can add a network later
  canSwitchNetwork: () => false,
  canSelectAccount: true,
  createProvider: createRemoteSigner,
}

/**
 * The accounts in the network's spelling. Wallets may grant another spelling, and the same key in
 * several ones.
 */
function readAccounts(
  addresses: readonly string[],
  networkId: string | undefined,
): readonly SharedAccount[] {
  const spelled = addresses.flatMap((address) =>
    spelledFor(networkId ?? '', address) === undefined
      ? []
      : [networkId === undefined ? address : (spelledFor(networkId, address) ?? address)],
  )
  return toAccounts(
    spelled
      .filter(
        (address, index) => spelled.findIndex((other) => isSameAddress(other, address)) === index,
      )
      .slice(0, walletAccounts),
  )
}
