import { nameLabel, nameZones } from '@latchkey/protocol/profile'
import { causesOf } from '@latchkey/server/causesOf'
import { createFetch } from '@latchkey/server/createFetch'
import { ApiError, unsupportedChain } from './apiError.ts'
import type { Account, Chain, ChainReader } from './chains/chainReader.ts'
import { isEvmChain, type ServedEvmChain } from './chains/evm/evmChain.ts'
import { openChains } from './chains/openChains.ts'
import { chainReaders } from './chains/registry.ts'
import { createCatalogue, type Catalogue } from './catalogue/createCatalogue.ts'
import { UpstreamError } from './catalogue/readUpstream.ts'
import { createIcons, type Icons } from './icons/createIcons.ts'
import { createPictureStore } from './icons/fetched/createPictureStore.ts'
import { createWalletPictures, type WalletPictures } from './icons/fetched/createWalletPictures.ts'
import { PictureError } from './icons/fetched/readPicture.ts'
import { DatabaseError } from '@latchkey/server/db/database'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import { createStore, type Store } from '@latchkey/server/db/createStore'
import { openDatabase } from './db/openDatabase.ts'
import { shareDatabase } from './db/shareDatabase.ts'
import { createHistories, type Histories } from './history/createHistories.ts'
import { createIdentities, type Identities } from './identity/createIdentities.ts'
import { createNames, type Names } from './identity/createNames.ts'
import { createPace, type Pace } from './createPace.ts'
import { createIndexer, indexedAmong, type Indexer } from './indexer/createIndexer.ts'
import { SourceError } from './indexer/sourceError.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createRegister, type Register } from './names/createRegister.ts'
import { createGateway, type Gateway } from './names/gateway/createGateway.ts'
import { createOnramp, type Onramp } from './onramp/createOnramp.ts'
import { createNftReader, type NftReader } from './nfts/createNftReader.ts'
import { nameWindow, swapTimeLimit, type CheckedOptions, type Rates } from './options.ts'
import { NodesError } from './providers/nodes.ts'
import { apiProvider } from './swap/apis/apiProvider.ts'
import { oneInch } from './swap/apis/oneInch.ts'
import { zeroX } from './swap/apis/zeroX.ts'
import { createPermits, type Permits } from './swap/createPermits.ts'
import { createSwaps, type Swaps } from './swap/createSwaps.ts'
import { createRates } from './providers/rates.ts'

/** The objects that the endpoints share. */
export type Service = {
  options: CheckedOptions
  now: () => number
  /** The kinds of chains that it reads. */
  readers: readonly ChainReader[]
  chains: readonly Chain[]
  /** The chains among them with swaps and names. */
  evmChains: readonly ServedEvmChain[]
  /** @throws ApiError 400 for a network that is not served */
  chain(networkId: string): Chain
  /**
   * The chains of an account: the network that the request names, or all of the account's kind.
   * @throws ApiError 400 for a network that is not served, or not of that kind
   */
  chainsOf(account: Account, networkId: string | undefined): readonly Chain[]
  rates: Rates
  icons: Icons
  /** Fetched pictures of wallets; undefined where none are fetched. */
  fetched: WalletPictures | undefined
  catalogue: Catalogue
  metrics: Metrics
  /**
   * The database of the index, of registered names and of purchases; undefined when no part needs
   * one.
   */
  store: Store | undefined
  /** Follows the indexed chains; undefined when there are none. */
  indexer: Indexer | undefined
  histories: Histories
  swaps: Swaps
  /** Finds the tokens that accept allowances by signature. */
  permits: Permits
  readNfts: NftReader
  identities: Identities
  names: Names
  /**
   * Spreads short pieces of work for names, such as checking a signature, over turns of the event
   * loop. Clients take turns.
   */
  pace: Pace
  /** The register of this service's names. */
  register: Register
  /** Answers resolvers about these names; undefined without a signing key. */
  gateway: Gateway | undefined
  /** The on-ramp. */
  onramp: Onramp
  /** @throws ApiError 400 or 401 for a project without access */
  checkProject(projectId: string | undefined): void
}

/** Creates the objects that the endpoints share. */
export function createService(
  options: CheckedOptions,
  readers: readonly ChainReader[] = chainReaders,
): Service {
  const now = options.clock?.now ?? Date.now
  const metrics = createMetrics()
  const fail = (route: string, error: string) =>
    options.log?.({
      time: new Date(now()).toISOString(),
      level: 'error',
      requestId: '',
      route,
      status: 0,
      ms: 0,
      error,
    })
  const chains = openChains(options.chains, {
    readers,
    now,
    fetch: options.fetch ?? fetch,
    prices: options.prices,
    pricesAt: options.pricesAt,
    indexer: () => indexer,
    timeLimit: options.nodeTimeLimit,
    nodesNow: options.clock?.now,
    onForeignChain(networkId, position) {
      metrics.strangers({ chain: networkId }).add()
      fail('nodes', `Node ${position} of ${networkId} belongs to another chain`)
    },
  })
  for (const { networkId } of chains) metrics.strangers({ chain: networkId }) // begins at 0
  const byId = new Map<string, Chain>(chains.map((chain) => [chain.networkId, chain]))
  const evmChains = chains.filter(isEvmChain)
  // a database's message could contain rows
  const isIndexed = options.chains.some(({ index }) => index)
  const zones = options.names?.zones ?? nameZones
  const { database } = options
  const store =
    database === undefined ||
    (!isIndexed && zones.length === 0 && !options.onramp?.sandbox && !options.walletPictures)
      ? undefined
      : createStore((onHeld) => openDatabase(database, onHeld))
  const open = store && shareDatabase(store.open)
  const failBy = (route: string) => (error: Error) =>
    fail(route, isOwn(error) ? `${error.name}: ${error.message}` : causesOf(error))
  const indexer: Indexer | undefined =
    open && isIndexed
      ? createIndexer({
          open,
          chains: indexedAmong(chains),
          now,
          metrics,
          onFailure: failBy('indexer'),
        })
      : undefined
  const register = createRegister({
    zones,
    minLength: options.names?.least ?? nameLabel.min,
    window: options.names?.window ?? nameWindow,
    open: zones.length > 0 ? open : undefined,
    onFailure: isIndexed ? () => {} : failBy('names'),
  }) // the indexer reports the same failure
  const readNfts = createNftReader({
    gateways: options.nftGateways,
    fetch: options.fetch ?? fetch,
    now,
  })
  const offchain =
    options.ensOffchain === false
      ? undefined
      : createFetch(options.ensOffchain === true ? [] : options.ensOffchain.hosts)
  const pace = createPace()
  const projects = options.projects && new Set(options.projects)
  const fetched =
    options.walletPictures &&
    createWalletPictures({
      source: options.walletPictures,
      fetch: createFetch(options.walletPictures.internal),
      store: open && createPictureStore(open, isIndexed ? () => {} : failBy('walletPictures')),
      now,
      onFailure: failBy('walletPictures'),
    })
  const catalogue = createCatalogue({
    wallets: options.wallets,
    url: options.walletsUrl,
    mayHavePicture: fetched?.mayHave,
    fetch: options.fetch ?? fetch,
    now,
    onFailure: failBy('walletsUrl'),
  })

  const rates = createRates({ chains, source: options.rates })
  const onramp = createOnramp({
    options: options.onramp,
    open,
    fetch: options.fetch ?? fetch,
    now,
    metrics,
    onFailure: failBy('onramp'),
  })

  function chain(networkId: string): Chain {
    const found = byId.get(networkId)
    if (!found) throw unsupportedChain()
    return found
  }

  return {
    options,
    now,
    readers,
    chains,
    evmChains,
    chain,
    chainsOf({ kind }, networkId) {
      const found =
        networkId === undefined ? chains.filter((chain) => chain.kind === kind) : [chain(networkId)]
      if (found.length === 0) throw unsupportedChain()
      if (found.some((entry) => entry.kind !== kind))
        throw new ApiError(400, 'address', 'Invalid address')
      return found
    },
    rates,
    catalogue,
    metrics,
    store,
    indexer,
    histories: createHistories({ chains, indexer, readNfts, now, metrics }),
    swaps: createSwaps({
      now,
      metrics,
      apis: options.swapApis.map((api) =>
        apiProvider({ ...api, fetch: options.fetch ?? fetch }, api.kind === '0x' ? zeroX : oneInch),
      ),
      timeLimit: swapTimeLimit,
    }),
    permits: createPermits({ now }),
    readNfts,
    identities: createIdentities({
      chains: evmChains,
      readNfts,
      gateways: options.nftGateways,
      offchain,
      pace,
      now,
    }),
    names: createNames({
      chains: evmChains,
      readNfts,
      gateways: options.nftGateways,
      offchain,
      pace,
      now,
    }),
    pace,
    register,
    gateway:
      options.names?.gateway &&
      createGateway({ register, signer: options.names.gateway.signer, now }),
    onramp,
    fetched,
    icons: createIcons({ catalogue, fetched, networkName: (id) => byId.get(id)?.name }),
    checkProject(projectId) {
      if (!projects) return
      if (projectId === undefined) throw new ApiError(400, 'projectId', 'projectId is missing')
      if (!projects.has(projectId)) throw new ApiError(401, 'authentication', 'Unknown project')
    },
  }
}

function isOwn(error: Error): boolean {
  return [
    NodesError,
    SourceError,
    UpstreamError,
    DatabaseError,
    FolderInUseError,
    FolderError,
    PictureError,
  ].some((type) => error instanceof type)
}
