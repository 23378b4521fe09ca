import { nameLabel, nameZones } from '@latchkey/protocol/profile'
import { createFetch } from '@latchkey/server/createFetch'
import { ApiError, unsupportedChain } from './apiError.ts'
import type { Account, Chain, ChainReader } from './chains/chainReader.ts'
import { openChains } from './chains/openChains.ts'
import {
  chainReaders,
  nameChainsOf,
  swapChainsOf,
  type NameChain,
  type SwapChain,
} from './chains/registry.ts'
import { createCatalogue, type Catalogue } from './catalogue/createCatalogue.ts'
import { createIcons, type Icons } from './icons/createIcons.ts'
import { createPictureStore } from './icons/fetched/createPictureStore.ts'
import { createWalletPictures, type WalletPictures } from './icons/fetched/createWalletPictures.ts'
import type { Database } from '@latchkey/server/db/database'
import { createStore, type Store } from '@latchkey/server/db/createStore'
import { openDatabase } from './db/openDatabase.ts'
import { shareDatabase } from './db/shareDatabase.ts'
import { createHistories, type Histories } from './history/createHistories.ts'
import { createIdentities, type Identities } from './identity/createIdentities.ts'
import { createNames, type Names } from './identity/createNames.ts'
import { createBase, type Base } from './createBase.ts'
import { createPace, type Pace } from './createPace.ts'
import { createIndexer, indexedAmong } from './indexer/createIndexer.ts'
import type { Metrics } from './metrics.ts'
import { createRegister, type Register } from './names/createRegister.ts'
import { createGateway, type Gateway } from './names/gateway/createGateway.ts'
import { createOnramp, type Onramp } from './onramp/createOnramp.ts'
import { createNftReader, type NftReader } from './nfts/createNftReader.ts'
import { nameWindow } from './names/nameOptions.ts'
import type { CheckedOptions, Rates } from './options.ts'
import { createSmartAccounts, type SmartAccounts } from './smartAccounts/createSmartAccounts.ts'
import { isStoring } from './smartAccounts/smartAccountOptions.ts'
import { createSessions, type Sessions } from './sessions/createSessions.ts'
import { hasSessions, sessionChainsOf } from './sessions/sessionOptions.ts'
import { swapTimeLimit } from './swap/swapOptions.ts'
import { apiProvider } from './swap/apis/apiProvider.ts'
import { oneInch } from './swap/apis/oneInch.ts'
import { zeroX } from './swap/apis/zeroX.ts'
import { createPermits, type Permits } from './swap/createPermits.ts'
import { createSwaps, type Swaps } from './swap/createSwaps.ts'
import { createRates } from './providers/rates.ts'
import type { Indexer } from './indexer/chainStatus.ts'

/** What the endpoints share. */
export type Service = {
  options: CheckedOptions
  now: () => number
  /** The kinds of chains that the API reads. */
  readers: readonly ChainReader[]
  chains: readonly Chain[]
  /** The chains on which tokens can be swapped. */
  swapChains: readonly SwapChain[]
  /** The chains whose accounts can have names, and can sign requests about their names. */
  nameChains: readonly NameChain[]
  /** The chain of a network. @throws ApiError 400 for a network that is not served */
  chain(networkId: string): Chain
  /**
   * The chains that a request about an account is for: the network that it names, or all chains of
   * the account's kind on which its text is an address.
   * @throws ApiError 400 for a network that is not served, or of another kind
   */
  chainsOf(account: Account, networkId: string | undefined): readonly Chain[]
  rates: Rates
  icons: Icons
  /** Pictures of wallets that are fetched; undefined if none are fetched. */
  fetched: WalletPictures | undefined
  catalogue: Catalogue
  metrics: Metrics
  /**
   * The database of the index, of registered names and of purchases; undefined if nothing needs it.
   */
  store: Store | undefined
  /** Indexes chains; undefined if no chain is indexed. */
  indexer: Indexer | undefined
  histories: Histories
  swaps: Swaps
  /** Finds tokens that accept allowances by signature. */
  permits: Permits
  readNfts: NftReader
  identities: Identities
  names: Names
  /**
   * Lets a client wait for its turn to do short work for names, such as checking a signature.
   * Resolves when the turn has come. So the work is spread over turns of the event loop.
   */
  pace: Pace
  /** The names that are registered with this service. */
  register: Register
  /** Answers resolvers about registered names; undefined if there is no key to sign with. */
  gateway: Gateway | undefined
  /** Purchases with money. */
  onramp: Onramp
  /** The bundlers and paymasters of smart accounts. */
  smartAccounts: SmartAccounts
  /** The sessions of smart accounts. */
  sessions: Sessions
  /** Checks that a project may use the API. @throws ApiError 400 or 401 */
  checkProject(projectId: string | undefined): void
  /** Ends all work in the background. */
  close(): Promise<void>
}

/** Makes what the endpoints share. */
export function createService(
  options: CheckedOptions,
  readers: readonly ChainReader[] = chainReaders,
): Service {
  const base = createBase(options)
  const { now, metrics, fetch } = base
  const store = storeOf(options)
  const chains = openServed(options, readers, base, () => indexer)
  const stored = createStored(options, base, store && shareDatabase(store.open), chains)
  const { indexer, catalogue, fetched, register } = stored
  const readNfts = createNftReader({ gateways: options.nftGateways, fetch, now })
  const nameChains = nameChainsOf(chains)
  const byId = new Map<string, Chain>(chains.map((chain) => [chain.networkId, chain]))

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
    swapChains: swapChainsOf(chains),
    nameChains,
    chain,
    chainsOf(account, networkId) {
      const isOf = (entry: Chain) => entry.kind === account.kind && isOn(account, entry)
      const found = networkId === undefined ? chains.filter(isOf) : [chain(networkId)]
      if (found.length === 0) throw unsupportedChain()
      if (!found.every(isOf)) throw new ApiError(400, 'address', 'Invalid address')
      return found
    },
    rates: createRates({ chains, source: options.rates }),
    metrics,
    store,
    ...stored,
    histories: createHistories({ chains, indexer, readNfts, now, metrics }),
    swaps: createSwaps({
      now,
      metrics,
      apis: options.swapApis.map((api) =>
        apiProvider({ ...api, fetch }, api.kind === '0x' ? zeroX : oneInch),
      ),
      timeLimit: swapTimeLimit,
    }),
    permits: createPermits({ now }),
    readNfts,
    ...createLookups(options, { chains: nameChains, readNfts, now }),
    gateway:
      options.names?.gateway &&
      createGateway({ register, signer: options.names.gateway.signer, now }),
    icons: createIcons({ catalogue, fetched, networkName: (id) => byId.get(id)?.name }),
    checkProject: projectCheck(options.projects),
    close: () => closeAll(stored),
  }
}

/** Whether the addresses of an account are addresses on a chain. */
const isOn = ({ addresses }: Account, { networkId }: Chain): boolean =>
  addresses.every(({ networks }) => networks?.includes(networkId) ?? true)

/** Ends the parts that work in the background. */
async function closeAll(parts: ReturnType<typeof createStored>): Promise<void> {
  const { indexer, register, fetched, onramp, smartAccounts, sessions } = parts
  await Promise.all(
    [indexer, register, fetched, onramp, smartAccounts, sessions].map((part) => part?.close()),
  )
}

const isIndexed = ({ chains }: CheckedOptions) => chains.some(({ index }) => index)
const zonesOf = ({ names }: CheckedOptions) => names?.zones ?? nameZones

/** Makes the database's store; undefined if nothing needs a database. */
function storeOf(options: CheckedOptions): Store | undefined {
  const { database, onramp, walletPictures } = options
  const isNeeded =
    isIndexed(options) ||
    zonesOf(options).length > 0 ||
    onramp?.sandbox ||
    walletPictures ||
    isStoring(options.smartAccounts) ||
    hasSessions(options)
  return database !== undefined && isNeeded
    ? createStore((onHeld) => openDatabase(database, onHeld))
    : undefined
}

function openServed(
  options: CheckedOptions,
  readers: readonly ChainReader[],
  { now, metrics, fetch, fail }: Base,
  indexer: () => Indexer | undefined,
): readonly Chain[] {
  const chains = openChains(options.chains, {
    readers,
    now,
    fetch,
    prices: options.prices,
    pricesAt: options.pricesAt,
    indexer,
    timeLimit: options.nodeTimeLimit,
    nodesNow: options.clock?.now,
    onForeignChain(networkId, position) {
      metrics.strangers({ chain: networkId }).add()
      fail('nodes', `Node ${position} of ${networkId} belongs to another chain`)
    },
  })
  // the metric shows 0 from the start
  for (const { networkId } of chains) metrics.strangers({ chain: networkId })
  return chains
}

type Stored = Pick<
  Service,
  'indexer' | 'register' | 'fetched' | 'catalogue' | 'onramp' | 'smartAccounts' | 'sessions'
>

/**
 * Makes the parts of the service that store something.
 * @param open opens the database; undefined if there is none
 */
function createStored(
  options: CheckedOptions,
  base: Base,
  open: (() => Promise<Database>) | undefined,
  chains: readonly Chain[],
): Stored {
  const { now, metrics, fetch, failBy } = base
  const { names, walletPictures } = options
  const zones = zonesOf(options)
  const hasIndexer = open !== undefined && isIndexed(options)
  // if chains are indexed, the indexer already reports failures of the database
  const databaseFailure = (route: string) => (isIndexed(options) ? () => {} : failBy(route))
  const fetched =
    walletPictures &&
    createWalletPictures({
      source: walletPictures,
      fetch: createFetch(walletPictures.internal),
      store: open && createPictureStore(open, databaseFailure('walletPictures')),
      now,
      onFailure: failBy('walletPictures'),
    })
  return {
    indexer: hasIndexer
      ? createIndexer({
          open,
          chains: indexedAmong(chains),
          now,
          metrics,
          onFailure: failBy('indexer'),
        })
      : undefined,
    register: createRegister({
      zones,
      minLength: names?.least ?? nameLabel.min,
      window: names?.window ?? nameWindow,
      open: zones.length > 0 ? open : undefined,
      onFailure: databaseFailure('names'),
    }),
    fetched,
    catalogue: createCatalogue({
      wallets: options.wallets,
      url: options.walletsUrl,
      mayHavePicture: fetched?.mayHave,
      fetch,
      now,
      onFailure: failBy('walletsUrl'),
    }),
    onramp: createOnramp({
      options: options.onramp,
      open,
      keysOf: (networkId) => chains.find((chain) => chain.networkId === networkId)?.kind.keys,
      fetch,
      now,
      metrics,
      onFailure: failBy('onramp'),
    }),
    ...createAccountParts(options, base, open, nameChainsOf(chains)),
  }
}

/** Makes the parts that smart accounts need. Sessions are in memory if there is no database. */
function createAccountParts(
  options: CheckedOptions,
  { now, metrics, fetch, failBy }: Base,
  open: (() => Promise<Database>) | undefined,
  chains: readonly NameChain[],
): Pick<Stored, 'smartAccounts' | 'sessions'> {
  return {
    smartAccounts: createSmartAccounts({
      options: options.smartAccounts,
      hasProjects: options.projects !== undefined,
      chains,
      open,
      fetch,
      timeLimit: options.nodeTimeLimit,
      now,
      metrics,
      onFailure: failBy('smartAccounts'),
    }),
    sessions: createSessions({
      chains: sessionChainsOf(options, chains),
      open: open ?? (() => openDatabase('memory')),
      now,
      metrics,
      onFailure: isIndexed(options) ? () => {} : failBy('sessions'),
    }),
  }
}

/** Makes the parts that look up names. They share one queue for short work. */
function createLookups(
  { ensOffchain, nftGateways: gateways }: CheckedOptions,
  parts: { chains: readonly NameChain[]; readNfts: NftReader; now: () => number },
): Pick<Service, 'identities' | 'names' | 'pace'> {
  const offchain =
    ensOffchain === false ? undefined : createFetch(ensOffchain === true ? [] : ensOffchain.hosts)
  const pace = createPace()
  const all = { ...parts, gateways, offchain, pace }
  return { identities: createIdentities(all), names: createNames(all), pace }
}

/** Makes the check of project ids. @param known undefined: every project may use the API */
function projectCheck(known: readonly string[] | undefined): Service['checkProject'] {
  const projects = known && new Set(known)
  return (projectId) => {
    if (!projects) return
    if (projectId === undefined) throw new ApiError(400, 'projectId', 'projectId is missing')
    if (!projects.has(projectId)) throw new ApiError(401, 'authentication', 'Unknown project')
  }
}
