import type { RemoteFacet } from '../../../core/contracts/facets/remote.ts'
import { createRemoteSigner } from './createRemoteSigner.ts'
import { readEntries } from './readEntries.ts'
import { readRemoteAccounts } from './readRemoteAccounts.ts'

/**
 * The `remote` facet of Bitcoin, for wallets that take WalletConnect's methods of bip122 by
 * messages: phones, and the e-mail wallet. A wallet may grant any part of the methods.
 */
export const remote: RemoteFacet = {
  methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
  events: ['bip122_addressesChanged'],
  readAccounts: readRemoteAccounts,
  readEvent(name, data) {
    if (name !== 'bip122_addressesChanged') return undefined
    return { accounts: readEntries(data) }
  },
  // a wallet approves the networks when it connects; no method of bip122 can add a network later
  canSwitchNetwork: () => false,
  backgroundMethods: ['getAccountAddresses'],
  createProvider: createRemoteSigner,
}
