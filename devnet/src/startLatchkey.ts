import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { nameZones } from '@latchkey/protocol/profile'
import type { Currency } from '@latchkey/protocol/currencies'
import { gatewaySigner, treasury } from './accounts.ts'
import { chainOfDeployment } from './chainOfDeployment.ts'
import { gatewayPath } from './solana/metadata/fileAt.ts'
import { chainOfSolana, solanaPrices } from './chainOfSolana.ts'
import { createApi } from '../../services/api/src/createApi.ts'
import { fundTreasury } from './fundTreasury.ts'
import { serveFolder } from './serveFolder.ts'
import { setNameGateway } from './setNameGateway.ts'
import { signInSite } from './signInSite.ts'
import { startDevnet, type Devnet } from './startDevnet.ts'
import { demoZone } from './demoZone.ts'
import { startCompanies } from './startCompanies.ts'
import { startFarcasterRelay } from './startFarcasterRelay.ts'
import { startMail } from './startMail.ts'
import { startRelay } from './startRelay.ts'
import { startWallet } from './startWallet.ts'
import { watchBlocks } from './watchBlocks.ts'

/**
 * Milliseconds between two reads of a chain by the API. New blocks reach the API by a notice.
 * Removed blocks are found only by a read.
 */
const indexPause = 2_000
/**
 * Milliseconds for the index to catch up with the chains; after that the API itself reports that it
 * is indexing.
 */
const indexLimit = 10_000
/**
 * Blocks never become final and may have any future time, because developers may roll the chains
 * back and set their clocks.
 */
const ownChain = { finality: Number.MAX_SAFE_INTEGER, timeTolerance: 100 * 365 * 86_400 }

/**
 * Units of other currencies for one US dollar: fixed, invented numbers, like the prices of the
 * pools. No source is queried. Rates of Ether and bitcoin are read from the pools.
 */
export const madeUpRates: Partial<Record<Currency, number>> = {
  eur: 0.92,
  gbp: 0.79,
  aud: 1.52,
  cad: 1.37,
  inr: 83.4,
  jpy: 150,
}

/**
 * The addresses of all parts, as in `/devnet.json` of the demo site and in `.latchkey/devnet.json`.
 * A part that does not run is absent.
 */
export type Addresses = {
  demo: string
  api: string
  /** The pages on which the sandbox is paid. */
  checkout: string
  /** The WalletConnect relay, `ws:`. */
  relay: string
  /** The documentation, with a playground. */
  docs?: string
  /** The phone in a tab. */
  phone?: string
  /** The embedded wallet. */
  wallet?: string
  /** The mails of the embedded wallet; `/messages.json?to=` has them as JSON. */
  inbox?: string
  /** Stand-ins for the companies whose accounts log in to the embedded wallet. */
  companies?: string
  /** The fake relay of Farcaster, with its page on which a person approves. */
  farcaster?: string
  /** JSON-RPC addresses by CAIP-2 network id. */
  chains: Record<string, string>
}

export type Latchkey = {
  addresses: Addresses
  /** Ends every part; the chains write their state first. */
  close: () => Promise<void>
}

export type StartLatchkeyOptions = {
  /** The built demo site; may still be building while the chains start. */
  demoFolder: string | Promise<string>
  /** The built documentation; may still be building, too. @default no documentation */
  docsFolder?: string | Promise<string>
  /** The built phone; may still be building, too. @default no phone */
  phoneFolder?: string | Promise<string>
  /**
   * The built frame of the embedded wallet; may still be building, too. @default no embedded wallet
   */
  walletFolder?: string | Promise<string>
  /**
   * `preferred`: the well-known ports, or a free one where one is taken. `free`: any. @default
   * 'preferred'
   */
  ports?: 'preferred' | 'free'
  /**
   * Starts the Solana chain, too. `ifPossible`: continues without it where its VM is not installed.
   * @default 'ifPossible'
   */
  solana?: boolean | 'ifPossible'
  /**
   * Folder for the state of the chains, their index, the relay and the embedded wallet. Without it
   * they begin as baked, and nothing is stored.
   */
  stateDir?: string
  /**
   * Gateways through which the API fetches the metadata of NFTs: addresses with `{path}` and
   * `{url}` in them. @default one that knows the collectibles of the Solana chain alone
   */
  nftGateways?: { ipfs?: string; http?: string }
  /** Starts from the baked state although `stateDir` holds a state. @default false */
  fresh?: boolean
  /** Called with a sentence for the user. */
  onNotice?: (text: string) => void
  signal?: AbortSignal
}

/**
 * Starts the chains, the API that reads them, the relay, the embedded wallet, the demo site, the
 * documentation and the phone in this process. If one part fails to start, the others are ended.
 */
export async function startLatchkey({
  demoFolder,
  docsFolder,
  phoneFolder,
  walletFolder,
  ports = 'preferred',
  solana = 'ifPossible',
  stateDir,
  fresh,
  nftGateways,
  onNotice,
  signal,
}: StartLatchkeyOptions): Promise<Latchkey> {
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const end of closers.splice(0).toReversed()) await end()
  }
  const preferred = (port: number) => (ports === 'free' ? 0 : port)

  try {
    // all parts start in parallel; a failed build must end the chains, and its error must be
    // handled while they start
    const chainsUp = startDevnet({
      ports: ports === 'free' ? 'free' : undefined,
      solana,
      stateDir,
      fresh,
      onNotice,
      signal,
    })
    const [devnet, folder, docsBuilt, phoneBuilt, walletBuilt] = await Promise.allSettled([
      chainsUp,
      demoFolder,
      docsFolder,
      phoneFolder,
      walletFolder,
    ])
    if (devnet.status === 'fulfilled') closers.push(devnet.value.close)
    if (devnet.status === 'rejected') throw devnet.reason
    if (folder.status === 'rejected') throw folder.reason
    if (docsBuilt.status === 'rejected') throw docsBuilt.reason
    if (phoneBuilt.status === 'rejected') throw phoneBuilt.reason
    if (walletBuilt.status === 'rejected') throw walletBuilt.reason

    const { chains } = devnet.value
    const index = stateDir === undefined ? undefined : join(stateDir, 'index')
    // after a rollback, a chain's node looks for a while like a node that is behind
    if (index !== undefined && fresh) await rm(index, { recursive: true, force: true })
    const ofSolana = devnet.value.solana
    const solanaConfigs = ofSolana ? [chainOfSolana(ofSolana.deployment, ofSolana.url)] : []
    const prices = ofSolana ? solanaPrices(ofSolana.deployment) : new Map<string, number>()
    const api = createApi({
      chains: [
        ...chains.map(({ deployment, url }) => chainOfDeployment(deployment, url)),
        ...solanaConfigs,
      ].map((config) => ({ ...config, index: { pollEvery: indexPause, ...ownChain } })),
      database: index ?? 'memory',
      rates: async (currency) => madeUpRates[currency],
      prices: async (token) => prices.get(token),
      pricesAt: async (token) => prices.get(token), // made-up prices never change
      // limits are off: a machine that also builds and tests is sometimes slow, and all clients are
      // trusted
      limits: { loopDelay: false, orders: false },
      nftGateways: nftGateways ?? (ofSolana && { http: `${ofSolana.url}${gatewayPath}` }),
      names: { zones: [...nameZones, demoZone], gateway: { signer: gatewaySigner.privateKey } },
      onramp: {
        sandbox: {
          treasury: treasury.privateKey,
          networks: chains.map(({ networkId }) => networkId),
          symbols: soldOn(chains),
        },
      },
    })
    closers.push(api.close)
    closers.push(
      ...chains.map(({ networkId, url }) => watchBlocks(url, () => void api.settled(networkId))),
    )
    ofSolana?.onBlock(() => void api.settled(ofSolana.networkId))
    await Promise.all(chains.map(fundTreasury))
    const checkout = await api.listenCheckout?.({
      port: preferred(8790),
      host: '127.0.0.1',
      fallback: true,
    })
    const listening = await api.listen({ port: preferred(8787), host: '127.0.0.1', fallback: true })
    for (const chain of chains) await setNameGateway(chain, listening.url, demoZone)
    const relay = await startRelay({ port: preferred(5555), stateDir, fresh })
    closers.push(relay.close)
    const addresses: Addresses = {
      demo: '',
      api: listening.url,
      checkout: checkout?.url ?? '',
      relay: relay.url,
      chains: Object.fromEntries(
        [...chains, ...(devnet.value.solana ? [devnet.value.solana] : [])].map(
          ({ networkId, url }) => [networkId, url],
        ),
      ),
    }

    const demo = await serveFolder({
      folder: folder.value,
      port: preferred(5173),
      json: { '/devnet.json': () => addresses },
      before: signInSite(addresses.chains),
    })
    closers.push(demo.close)
    addresses.demo = demo.url
    const embedded =
      walletBuilt.value === undefined
        ? undefined
        : await startEmbedded({
            chains,
            solana: devnet.value.solana,
            pages: walletBuilt.value,
            own: [demo.url],
            ports: {
              wallet: preferred(8789),
              inbox: preferred(8025),
              companies: preferred(8026),
              farcaster: preferred(8027),
            },
            stateDir,
            fresh,
          })
    if (embedded) closers.push(embedded.close)
    Object.assign(addresses, embedded?.addresses)
    if (phoneBuilt.value !== undefined) {
      const phone = await serveFolder({
        folder: phoneBuilt.value,
        port: preferred(5174),
        json: { '/devnet.json': () => addresses },
      })
      closers.push(phone.close)
      addresses.phone = phone.url
    }
    if (docsBuilt.value !== undefined) {
      const docs = await serveFolder({
        folder: docsBuilt.value,
        port: preferred(5175),
        json: { '/devnet.json': () => addresses },
        missing: '404.html',
      })
      closers.push(docs.close)
      addresses.docs = docs.url
    }
    await untilIndexed(listening.url)
    return { addresses, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The tokens that the sandbox sells: all but the token with a transfer fee. */
const soldOn = (chains: Devnet['chains']) =>
  [
    ...new Set(
      chains.flatMap(({ deployment: { nativeCurrency, tokens } }) => [
        nativeCurrency.symbol,
        ...tokens.map(({ symbol }) => symbol),
      ]),
    ),
  ].filter((symbol) => symbol !== 'TOLL')

type Embedded = {
  chains: Devnet['chains']
  solana: Devnet['solana']
  pages: string
  own: readonly string[]
  ports: { wallet: number; inbox: number; companies: number; farcaster: number }
  stateDir: string | undefined
  fresh: boolean | undefined
}

/**
 * Starts the embedded wallet, its mail server, and the stand-ins for the companies whose accounts
 * log in.
 */
async function startEmbedded({
  chains,
  solana,
  pages,
  own,
  ports,
  stateDir,
  fresh,
}: Embedded): Promise<{
  addresses: Pick<Addresses, 'wallet' | 'inbox' | 'companies' | 'farcaster'>
  close: () => Promise<void>
}> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of closers.splice(0).toReversed()) await end()
  }
  try {
    const mail = await startMail({ port: ports.inbox })
    closers.push(mail.close)
    const companies = await startCompanies({ port: ports.companies })
    closers.push(companies.close)
    const [first] = chains
    const farcaster =
      first && (await startFarcasterRelay({ port: ports.farcaster, chain: first.url }))
    if (farcaster) closers.push(farcaster.close)
    const networks = [...chains, ...(solana ? [solana] : [])].map(
      ({
        networkId,
        deployment: {
          name,
          nativeCurrency: { symbol, decimals },
        },
        url,
      }) => ({ networkId, name, currency: { symbol, decimals }, rpcUrls: [url] }),
    )
    const changed = {
      socials: companies.socials,
      ...(farcaster && { farcaster: farcaster.options }),
    }
    const wallet = await startWallet({
      port: ports.wallet,
      pages,
      smtp: mail.smtp,
      networks,
      own,
      stateDir,
      fresh,
      changed,
    })
    closers.push(wallet.close)
    return {
      addresses: {
        wallet: wallet.url,
        inbox: mail.url,
        companies: companies.url,
        ...(farcaster && { farcaster: farcaster.url }),
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

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
