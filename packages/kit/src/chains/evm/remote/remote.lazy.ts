import { rpcMethodsOf } from '@latchkey/protocol/chains/rpcMethods'
import { isForWallet } from '@latchkey/protocol/rpc'
import type { NetworkId } from '@latchkey/protocol/caip'
import { loadCode } from '../../../core/page/loadCode.ts'
import { toAccounts, toAddresses } from '../../../core/accounts/sharedAccount.ts'
import type { AtomicSupport, Link } from '../../../core/contracts/connectorSource.ts'
import type { RemoteFacet, RemoteSession } from '../../../core/contracts/facets/remote.ts'
import { checkRequest } from '../provider/checkRequest.ts'
import { readAddresses, readNetworkId } from '../provider/provider.ts'
import { chainIdOf, toQuantity } from '../provider/quantity.ts'
import type { Provider } from '../provider/provider.ts'

const switching = 'wallet_switchEthereumChain'
/**
 * Methods that a proposal to a phone requests: the signing methods
 * (docs/contracts/product.md#signing-methods), older ways to sign, and methods about the wallet
 * itself.
 */
const methods = [
  ...rpcMethodsOf('eip155').signing,
  'eth_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTransaction',
  switching,
  'wallet_addEthereumChain',
  'wallet_getPermissions',
  'wallet_requestPermissions',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_watchAsset',
  'wallet_getAssets',
  'wallet_getSupportedExecutionPermissions',
  'wallet_getGrantedExecutionPermissions',
]

/** The `remote` facet of eip155. */
export const remote: RemoteFacet = {
  methods,
  backgroundMethods: [
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getPermissions',
    'wallet_getAssets',
    'wallet_getSupportedExecutionPermissions',
    'wallet_getGrantedExecutionPermissions',
  ],
  reportedAtomic,
  events: ['accountsChanged', 'chainChanged'],
  readAccounts: (addresses) => toAccounts(readAddresses(addresses)),
  readEvent(name, data, networkId) {
    if (name === 'chainChanged') {
      const reportedNetworkId =
        readNetworkId(data) ?? readNetworkId(networkId.slice('eip155:'.length))
      return reportedNetworkId && { networkId: reportedNetworkId }
    }
    if (name !== 'accountsChanged' || !Array.isArray(data)) return undefined
    // some wallets report accounts as CAIP-10 ids
    return {
      accounts: toAccounts(
        readAddresses(
          data.map((account) =>
            typeof account === 'string' ? account.slice(account.lastIndexOf(':') + 1) : account,
          ),
        ),
      ),
    }
  },
  placeholder: `0x${'0'.repeat(40)}`,
  canSwitchNetwork: (granted) => granted.includes(switching),
  announce,
  createProvider,
}

async function reportedAtomic(
  { properties, methods: granted }: { properties: string | undefined; methods: readonly string[] },
  account: { networkId: NetworkId; address: string },
): Promise<AtomicSupport | undefined> {
  if (!['wallet_sendCalls', 'wallet_getCallsStatus'].every((method) => granted.includes(method)))
    return undefined
  return (await loadCode(import('./capabilities/reportedAtomicOf.lazy.ts'))).reportedAtomicOf(
    properties,
    account,
  )
}

/**
 * Loads the code that announces the wallet, and announces it. If the code fails to load, the wallet
 * works, but other libraries on the page do not find it.
 */
function announce(link: Link, wallet: { name: string; icon: string }): () => void {
  let isStopped = false
  let end = () => {}
  void import('./announce.lazy.ts').then(
    (loaded) => {
      if (!isStopped) end = loaded.announce(link, wallet)
    },
    () => {},
  )
  return () => {
    isStopped = true
    end()
  }
}

/**
 * Creates an EIP-1193 provider over a session. Accounts and the chain id come from the session. Of
 * the other requests, those that only a wallet can answer are sent to the wallet, the rest to the
 * network's node.
 */
function createProvider(session: RemoteSession): Provider {
  async function switchNetwork(params: unknown): Promise<null> {
    const [target] = Array.isArray(params) ? params : []
    const networkId = readNetworkId(target?.chainId)
    // no request for a network of the session, which the wallet has already approved
    if (!networkId || !session.networkIds().includes(networkId))
      await session.request(switching, params)
    if (networkId) session.setNetwork(networkId)
    return null
  }
  return {
    async request(args) {
      const { method, params = [] } = checkRequest(args)
      if (method === 'eth_chainId') return toQuantity(chainIdOf(session.networkId()))
      if (method === 'eth_accounts' || method === 'eth_requestAccounts')
        return toAddresses(session.accounts())
      if (method === switching) return switchNetwork(params)
      return isForWallet(method)
        ? session.request(method, params)
        : session.requestNode(method, params)
    },
  }
}
