import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startDevnetBakery } from './bakery/startDevnetBakery.ts'
import { executor, treasury } from './accounts.ts'
import { infoOf, type ChainInfo } from './chains.ts'
import { chainOfBitcoin } from './chainOfBitcoin.ts'
import { chainOfDeployment } from './chainOfDeployment.ts'
import { createSandbox } from '../../services/sandbox/src/createSandbox.ts'
import { Closers } from './closers.ts'
import { createDevnetApi, sandboxSecret } from './createDevnetApi.ts'
import type { Deployment } from './deployment.ts'
import { fundSmartAccounts } from './fundSmartAccounts.ts'
import { fundBitcoinTreasury, fundTreasury } from './fundTreasury.ts'
import { serveFolder, type ServeFolderOptions } from './serveFolder.ts'
import { setNameGateway } from './setNameGateway.ts'
import { signInSite } from './signInSite.ts'
import { startDevnet, type Devnet } from './startDevnet.ts'
import { demoZone } from './demoZone.ts'
import { startEmbedded, type EmbeddedAddresses } from './startEmbedded.ts'
import { startRelay } from './startRelay.ts'
import { watchBlocks } from './watchBlocks.ts'

/**
 * How many milliseconds the start waits for the API's index to catch up with the chains. If it
 * takes longer, the API reports that it is indexing.
 */
const indexLimit = 10_000
/**
 * The addresses of all parts. The demo site shows them at `/devnet.json`, and they are in
 * `.latchkey/devnet.json`. A part that does not run is absent.
 */
export type Addresses = EmbeddedAddresses & {
  demo: string
  api: string
  /** The pages of the sandbox on which visitors pay. */
  checkout: string
  /** The WalletConnect relay, `ws:`. */
  relay: string
  /** The documentation, with a playground. */
  docs?: string
  /** The phone in a tab. */
  phone?: string
  /** The server of the demo's bakery, which delivers loaves on subscription. */
  bakery?: string
  /** Addresses of JSON-RPC by CAIP-2 network id; of Esplora's REST API for Bitcoin. */
  chains: Record<string, string>
  /** Other ways to the Bitcoin chain: the Electrum protocol over TCP, and bitcoind's JSON-RPC. */
  bitcoin?: { electrum: string; rpc: string }
  /** Names, native tokens and pictures of the chains, by CAIP-2 network id. */
  networks: Record<string, ChainInfo>
  /**
   * Chains that are still starting, as under `networks`. When a chain runs, it is under `chains` and
   * `networks`, and no longer here. Without such chains it is absent.
   */
  coming?: Record<string, ChainInfo>
  /** The contracts of smart accounts, and the account that sends operations, by CAIP-2 id. */
  smartAccounts: Record<string, SmartAccountAddresses>
}

/** Where the parts of smart accounts are on a chain. */
export type SmartAccountAddresses = Deployment['smartAccounts'] & { executor: `0x${string}` }

export type Latchkey = {
  addresses: Addresses
  /** Ends every part; the chains store their state first. */
  close: () => Promise<void>
}

export type StartLatchkeyOptions = {
  /** The built demo site. It may still be building while the chains start. */
  demoFolder: string | Promise<string>
  /** The built documentation. It may still be building. @default no documentation */
  docsFolder?: string | Promise<string>
  /** The built phone. It may still be building. @default no phone */
  phoneFolder?: string | Promise<string>
  /**
   * The built frame of the embedded wallet. It may still be building. @default no embedded wallet
   */
  walletFolder?: string | Promise<string>
  /**
   * `preferred`: the usual ports; if a port is taken, a free port in its place. `free`: any free
   * ports.
   * @default 'preferred'
   */
  ports?: 'preferred' | 'free'
  /**
   * Whether to start the Solana chain. `ifPossible`: if its VM is not installed, the other parts
   * start without it.
   * @default 'ifPossible'
   */
  solana?: boolean | 'ifPossible'
  /** Whether to start the Bitcoin chain. @default true */
  bitcoin?: boolean
  /**
   * Whether to start the Polkadot chain. `later`: it starts when everything else is ready, and is
   * then added to the addresses.
   * @default false
   */
  polkadot?: boolean | 'later'
  /** Called when a chain that started later was added to the addresses. */
  onAdded?: (addresses: Addresses, networkId: string) => void
  /**
   * The folder in which the chains, their index, the relay and the embedded wallet store their
   * state. Without it nothing is stored, and the chains begin with the baked state.
   */
  stateDir?: string
  /**
   * Gateways through which the API fetches the metadata of NFTs: addresses with the placeholders
   * `{path}` and `{url}`.
   * @default a gateway that has only the collectibles of the Solana chain
   */
  nftGateways?: { ipfs?: string; http?: string }
  /** Starts from the baked state even if `stateDir` has a state. @default false */
  fresh?: boolean
  /** Called with a sentence for the user. */
  onNotice?: (text: string) => void
  signal?: AbortSignal
}

/**
 * Starts the chains, the API that reads them, the sandbox, the relay, the embedded wallet, the demo
 * site, the documentation and the phone. All but the EVM chains run in this process. If one part
 * fails to start, the others are ended.
 */
export async function startLatchkey(options: StartLatchkeyOptions): Promise<Latchkey> {
  const { ports = 'preferred', stateDir, fresh } = options
  const closers = new Closers()
  const preferred = (port: number) => (ports === 'free' ? 0 : port)

  try {
    const { devnet, folders } = await startChains(options, closers)
    const api = await startApi(devnet, options, { closers, preferred })
    const relay = await startRelay({ port: preferred(5555), stateDir, fresh })
    closers.add(relay.close)
    const addresses = addressesOf(devnet, api, relay.url, options)
    const startSite = async (
      folder: string,
      port: number,
      more?: Pick<ServeFolderOptions, 'before' | 'missing'>,
    ) => {
      const json = { '/devnet.json': () => addresses }
      const site = await serveFolder({ folder, port: preferred(port), json, ...more })
      closers.add(site.close)
      return site.url
    }

    addresses.demo = await startSite(folders.demo, 5173, { before: signInSite(addresses.chains) })
    const bakery = await startShop(devnet, {
      port: preferred(5176),
      origins: ['*'], // as the other services of the devnet
      stateDir,
      fresh,
    })
    if (bakery) {
      closers.add(bakery.close)
      addresses.bakery = bakery.url
    }
    if (folders.wallet !== undefined) {
      const embedded = await startEmbedded({
        devnet,
        api: addresses.api,
        pages: folders.wallet,
        own: [addresses.demo],
        preferred,
        stateDir,
        fresh,
      })
      closers.add(embedded.close)
      Object.assign(addresses, embedded.addresses)
    }
    if (folders.phone !== undefined) addresses.phone = await startSite(folders.phone, 5174)
    if (folders.docs !== undefined)
      addresses.docs = await startSite(folders.docs, 5175, { missing: '404.html' })
    await untilIndexed(addresses.api)
    if (options.polkadot === 'later') addPolkadot(devnet, addresses, options)
    return { addresses, close: () => closers.close() }
  } catch (error) {
    await closers.close()
    throw error
  }
}

type Chains = Awaited<ReturnType<typeof startChains>>['devnet']

/** The addresses of the parts that run before the sites. */
function addressesOf(
  devnet: Chains,
  api: Awaited<ReturnType<typeof startApi>>,
  relay: string,
  options: Pick<StartLatchkeyOptions, 'polkadot'>,
): Addresses {
  const { polkadot } = devnet
  const isComing = options.polkadot === 'later'
  const chains = [
    devnet.chains,
    devnet.solana ?? [],
    devnet.bitcoin ?? [],
    polkadot && !isComing ? polkadot : [],
  ].flat()
  return {
    demo: '',
    ...api,
    relay,
    chains: Object.fromEntries(chains.map(({ networkId, url }) => [networkId, url])),
    networks: Object.fromEntries(
      chains.map(({ networkId, deployment }) => [networkId, infoOf(deployment)]),
    ),
    ...(polkadot && isComing && { coming: { [polkadot.networkId]: infoOf(polkadot.deployment) } }),
    ...(devnet.bitcoin && {
      bitcoin: { electrum: devnet.bitcoin.electrumUrl, rpc: devnet.bitcoin.url },
    }),
    smartAccounts: Object.fromEntries(
      devnet.chains.map(({ networkId, deployment }) => [
        networkId,
        { ...deployment.smartAccounts, executor: executor.address },
      ]),
    ),
  }
}

/**
 * Starts the Polkadot chain, and adds it to the addresses when it runs. If that fails, the user
 * gets a notice, and everything else goes on.
 */
function addPolkadot(
  { polkadot }: Devnet,
  addresses: Addresses,
  { onAdded, onNotice, signal }: StartLatchkeyOptions,
): void {
  if (!polkadot) return
  const { networkId, url, deployment } = polkadot
  polkadot.start().then(
    () => {
      addresses.chains[networkId] = url
      addresses.networks[networkId] = infoOf(deployment)
      delete addresses.coming
      onAdded?.(addresses, networkId)
    },
    (error: unknown) => {
      delete addresses.coming
      if (isEnding(error) || signal?.aborted) return
      const reason = error instanceof Error ? error.message : 'unknown error'
      onNotice?.(`${reason}. Everything else runs without it.`)
    },
  )
}

/** Whether a start ended because everything was closed. */
const isEnding = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** Starts the server of the bakery on the first EVM chain, if there is one. */
async function startShop(
  { chains: [first] }: Chains,
  options: Omit<Parameters<typeof startDevnetBakery>[0], 'rpcUrl'>,
) {
  return first && startDevnetBakery({ rpcUrl: first.url, ...options })
}

/** The folders with the built pages. */
type Folders = {
  demo: string
  docs: string | undefined
  phone: string | undefined
  wallet: string | undefined
}

/**
 * Starts the chains while the pages are still being built. If the build of a page fails, it ends
 * the chains, and throws the error.
 */
async function startChains(
  options: StartLatchkeyOptions,
  closers: Closers,
): Promise<{ devnet: Devnet; folders: Folders }> {
  const {
    ports,
    solana = 'ifPossible',
    bitcoin = true,
    polkadot = false,
    stateDir,
    fresh,
    onNotice,
    signal,
  } = options
  const [started, demo, docs, phone, wallet] = await Promise.allSettled([
    startDevnet({
      ports: ports === 'free' ? 'free' : undefined,
      solana,
      bitcoin,
      polkadot,
      stateDir,
      fresh,
      onNotice,
      signal,
    }),
    options.demoFolder,
    options.docsFolder,
    options.phoneFolder,
    options.walletFolder,
  ])
  if (started.status === 'fulfilled') closers.add(started.value.close)
  const valueOf = <value>(result: PromiseSettledResult<value>): value => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
  return {
    devnet: valueOf(started),
    folders: {
      demo: valueOf(demo),
      docs: valueOf(docs),
      phone: valueOf(phone),
      wallet: valueOf(wallet),
    },
  }
}

/** Starts the sandbox, which sells on every EVM chain and on the Bitcoin chain. */
async function startSandbox(
  { chains, bitcoin }: Devnet,
  database: string,
  { closers, preferred }: { closers: Closers; preferred: (port: number) => number },
) {
  await Promise.all([
    ...chains.map(fundTreasury),
    ...chains.map(fundSmartAccounts),
    bitcoin && fundBitcoinTreasury(bitcoin),
  ])
  const onBitcoin = bitcoin ? [chainOfBitcoin(bitcoin.deployment, bitcoin.url)] : []
  const sandbox = createSandbox({
    chains: [
      ...chains.map(({ deployment, url }) => chainOfDeployment(deployment, url)),
      ...onBitcoin,
    ],
    networks: [...chains, ...onBitcoin].map(({ networkId }) => networkId),
    treasury: treasury.privateKey,
    symbols: [...soldOn(chains), ...onBitcoin.map(({ nativeCurrency }) => nativeCurrency.symbol)],
    secret: sandboxSecret,
    database,
  })
  closers.add(sandbox.close)
  const { url, port } = await sandbox.listen({
    port: preferred(8790),
    host: '127.0.0.1',
    fallback: true,
  })
  return { checkout: url, url: `http://127.0.0.1:${port}`, useApi: sandbox.useApi }
}

/**
 * Starts the sandbox and the API, and reports every new block to the API.
 * @returns the addresses of both
 */
async function startApi(
  devnet: Devnet,
  { stateDir, fresh, nftGateways }: StartLatchkeyOptions,
  start: { closers: Closers; preferred: (port: number) => number },
): Promise<Pick<Addresses, 'api' | 'checkout'>> {
  const { chains, solana } = devnet
  const { closers, preferred } = start
  const folders = ['index', 'sandbox'].map((name) => stateDir && join(stateDir, name))
  // with `fresh` the chains go back, so the index is deleted, too: the API would otherwise take
  // their nodes for nodes that are behind
  for (const folder of folders)
    if (folder && fresh) await rm(folder, { recursive: true, force: true })
  const [index = 'memory', database = 'memory'] = folders
  const sandbox = await startSandbox(devnet, database, start)
  const api = createDevnetApi(devnet, {
    index,
    sandbox: sandbox.url,
    ...(nftGateways && { nftGateways }),
  })
  closers.add(api.close)
  for (const { networkId, url } of chains)
    closers.add(watchBlocks(url, () => void api.settled(networkId)))
  solana?.onBlock(() => void api.settled(solana.networkId))
  const listening = await api.listen({
    port: preferred(8787),
    host: '127.0.0.1',
    fallback: true,
  })
  sandbox.useApi(listening.url)
  for (const chain of chains) await setNameGateway(chain, listening.url, demoZone)
  return { api: listening.url, checkout: sandbox.checkout }
}

/** The symbols that the sandbox sells: of all tokens except the token with a transfer fee. */
const soldOn = (chains: Devnet['chains']) =>
  [
    ...new Set(
      chains.flatMap(({ deployment: { nativeCurrency, tokens } }) => [
        nativeCurrency.symbol,
        ...tokens.map(({ symbol }) => symbol),
      ]),
    ),
  ].filter((symbol) => symbol !== 'TOLL')

/**
 * Waits until the API has indexed every block. Before that, the demo shows balances and activity as
 * unavailable.
 */
async function untilIndexed(api: string): Promise<void> {
  const over = performance.now() + indexLimit
  while (performance.now() < over) {
    if (!(await (await fetch(`${api}/health`)).text()).includes('indexing')) return
    await wait(50)
  }
}
