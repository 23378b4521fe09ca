import { isForWallet, signingMethods } from '@latchkey/protocol/rpc'
import type { NetworkId } from '@latchkey/protocol/caip'
import { arrived } from '../../../core/arrived.ts'
import type { Atomic, Link } from '../../../core/connectorSource.ts'
import type { RemoteFacet, RemoteSession } from '../../../core/facets/remote.ts'
import { checkRequest } from '../provider/checkRequest.ts'
import { readAddresses, readNetworkId } from '../provider/provider.ts'
import { chainIdOf, toQuantity } from '../provider/quantity.ts'
import type { Provider } from '../provider/provider.ts'

const switching = 'wallet_switchEthereumChain'
/**
 * Methods that a phone may be asked for: the signing methods (spec section 5), older ways to sign,
 * and those about the wallet itself.
 */
const methods = [
  ...[...signingMethods].filter((method) => !method.startsWith('solana_')),
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
]

/** The `remote` facet of eip155. */
export const remote: RemoteFacet = {
  methods,
  quiet: [
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getPermissions',
    'wallet_getAssets',
  ],
  toldAtomic,
  events: ['accountsChanged', 'chainChanged'],
  readAccounts: readAddresses,
  readEvent(name, data, networkId) {
    if (name === 'chainChanged') {
      const there = readNetworkId(data) ?? readNetworkId(networkId.slice('eip155:'.length))
      return there && { networkId: there }
    }
    if (name !== 'accountsChanged' || !Array.isArray(data)) return undefined
    // some wallets name accounts by CAIP-10
    return {
      accounts: readAddresses(
        data.map((one) => (typeof one === 'string' ? one.slice(one.lastIndexOf(':') + 1) : one)),
      ),
    }
  },
  nobody: `0x${'0'.repeat(40)}`,
  canMove: (granted) => granted.includes(switching),
  announce,
  createProvider,
}

async function toldAtomic(
  { properties, methods: granted }: { properties: string | undefined; methods: readonly string[] },
  account: { networkId: NetworkId; address: string },
): Promise<Atomic | undefined> {
  if (!['wallet_sendCalls', 'wallet_getCallsStatus'].every((method) => granted.includes(method)))
    return undefined
  return (await arrived(import('./told/toldAtomicOf.ts'))).toldAtomicOf(properties, account)
}

/**
 * Announces the wallet once the code for it is there; without it other libraries do not find the
 * wallet, and nothing else is missing.
 */
function announce(link: Link, wallet: { name: string; icon: string }): () => void {
  let isOver = false
  let end = () => {}
  void import('./announced/announce.ts').then(
    (loaded) => {
      if (!isOver) end = loaded.announce(link, wallet)
    },
    () => {},
  )
  return () => {
    isOver = true
    end()
  }
}

/**
 * An EIP-1193 provider over a session. Requests that only a wallet can answer are sent to the
 * wallet, the others to the network's node.
 */
function createProvider(session: RemoteSession): Provider {
  async function switchNetwork(params: unknown): Promise<null> {
    const [wanted] = Array.isArray(params) ? params : []
    const networkId = readNetworkId(wanted?.chainId)
    // the wallet has already approved the session's networks
    if (!networkId || !session.networkIds().includes(networkId))
      await session.ask(switching, params)
    if (networkId) session.setNetwork(networkId)
    return null
  }
  return {
    async request(asked) {
      const { method, params = [] } = checkRequest(asked)
      if (method === 'eth_chainId') return toQuantity(chainIdOf(session.networkId()))
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return session.accounts()
      if (method === switching) return switchNetwork(params)
      return isForWallet(method) ? session.ask(method, params) : session.askNode(method, params)
    },
  }
}
