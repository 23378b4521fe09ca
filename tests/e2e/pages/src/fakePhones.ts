import { createConnector } from 'wagmi'
import type { Address } from 'viem'

const account: Address = '0x00000000000000000000000000000000DeaDBeef'

/**
 * Fake of wagmi's `walletConnect`, whose client is not in this repository: the same id and type,
 * with a phone that approves at once.
 */
export const fakePhones = createConnector((config) => {
  let accounts: readonly Address[] = []
  return {
    id: 'walletConnect',
    name: 'WalletConnect',
    type: 'walletConnect',
    async connect() {
      accounts = [account]
      // wagmi's type depends on a flag that is not passed here
      return { accounts: accounts as never, chainId: config.chains[0].id }
    },
    async disconnect() {
      accounts = []
    },
    getAccounts: async () => accounts,
    getChainId: async () => config.chains[0].id,
    getProvider: async () => ({ request: async () => null }),
    isAuthorized: async () => accounts.length > 0,
    onAccountsChanged() {},
    onChainChanged() {},
    onDisconnect() {},
  }
})
