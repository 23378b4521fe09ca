import type { NetworkId } from '@latchkey/protocol/caip'
import type { SharedAccount } from '../../core/accounts/sharedAccount.ts'
import type { AdapterFactory, ChainAdapter } from '../../core/contracts/adapter.ts'
import type { ConnectorSource, Link, SourceHost } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { FacetName, Facets } from '../../core/contracts/facets/facets.ts'
import type { Network } from '../../core/contracts/network.ts'
import { createFacets } from './createFacets.ts'
import type { FakeTransaction, Ledger } from './ledger.ts'

/** The reference of the fake chain's network. It is that of no network of Bitcoin. */
const reference = 'fa4e'.repeat(8)

/** The network of the fake chain. Its texts have the forms of Bitcoin. */
export const fakeNetwork: Network = {
  id: reference,
  name: 'Fake chain',
  namespace: 'bip122',
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 4 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

/**
 * A wallet with two addresses of different purposes, and how it answers. The first address is for
 * numbered coins.
 */
export type FakeWallet = {
  accounts: readonly SharedAccount[]
  answer: 'approve' | 'refuse'
}

/** Creates the adapter of a chain in memory. Its only wallet has the connector id `fake`. */
export function fakeChain(
  ledger: Ledger,
  wallet: FakeWallet,
  { hasTokens = true }: { hasTokens?: boolean } = {},
): AdapterFactory {
  const facets = createFacets(ledger, { hasTokens })
  return { namespace: 'bip122', create: (host) => createAdapter(host, ledger, wallet, facets) }
}

function createAdapter(
  { setConnectors }: SourceHost,
  ledger: Ledger,
  wallet: FakeWallet,
  facets: Partial<Facets>,
): ChainAdapter {
  const decide = () => {
    if (wallet.answer === 'refuse') throw kitError('userRejected')
  }
  return {
    namespace: 'bip122',
    facets: Object.keys(facets) as FacetName[], // the keys are the names of facets
    source: createSource(setConnectors, wallet),
    switchNetwork: async () => {},
    request: () => Promise.reject(kitError('methodNotFound')),
    async signMessage({ address, message }) {
      decide()
      return `${address} says ${message}`
    },
    async send({ address, transaction }) {
      decide()
      // the cast: `previewTransfer` has created the transaction
      return ledger.submit(address, transaction as unknown as FakeTransaction)
    },
    load: async <name extends FacetName>(name: name) => facets[name],
  }
}

function createSource(
  setConnectors: SourceHost['setConnectors'],
  wallet: FakeWallet,
): ConnectorSource {
  const link: Link = {
    connectorId: 'fake',
    namespace: 'bip122',
    provider: {},
    method: 'browser',
    // the cast: this is the id of `fakeNetwork`
    state: () => ({
      accounts: wallet.accounts,
      networkId: `bip122:${reference}` as NetworkId,
    }),
    subscribe: () => () => {},
    disconnect: async () => {},
    close() {},
  }
  return {
    namespaces: ['bip122'],
    watch() {
      setConnectors([{ id: 'fake', name: 'Fake wallet', namespace: 'bip122', type: 'injected' }])
      return () => {}
    },
    prepare() {},
    connect: async () => [link],
    restore: async () => [link],
  }
}
