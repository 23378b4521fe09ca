import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { rpcMethodsOf } from '@latchkey/protocol/chains/rpcMethods'
import * as counts from '@latchkey/protocol/counts'
import { toAccounts } from '../../../core/accounts/sharedAccount.ts'
import type { SharedAccount } from '../../../core/accounts/sharedAccount.ts'
import type { RemoteFacet } from '../../../core/contracts/facets/remote.ts'
import { createRemoteWallet } from './createRemoteWallet.ts'

/**
 * The `remote` facet of Solana, for wallets that take Solana's four methods by messages. Such a
 * wallet can't sign in while it connects.
 */
export const remote: RemoteFacet = {
  methods: rpcMethodsOf('solana').signing,
  events: ['accountsChanged'],
  readAccounts,
  readEvent(name, data) {
    if (name !== 'accountsChanged' || !Array.isArray(data)) return undefined
    // some wallets report accounts as CAIP-10 ids
    return {
      accounts: readAccounts(
        data
          .slice(0, counts.walletAccounts)
          .map((account) =>
            typeof account === 'string' ? account.slice(account.lastIndexOf(':') + 1) : '',
          ),
      ),
    }
  },
  // a wallet approves the networks when it connects; no Solana method can add a network later
  canSwitchNetwork: () => false,
  createProvider: createRemoteWallet,
}

function readAccounts(addresses: readonly string[]): readonly SharedAccount[] {
  return toAccounts([...new Set(addresses.filter(isSolanaAddress).slice(0, counts.walletAccounts))])
}
