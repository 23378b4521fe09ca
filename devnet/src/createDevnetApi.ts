import { nameZones } from '@latchkey/protocol/profile'
import type { Currency } from '@latchkey/protocol/currencies'
import { createApi } from '../../services/api/src/createApi.ts'
import type { ApiOptions } from '../../services/api/src/options.ts'
import { executor, gatewaySigner, sponsor } from './accounts.ts'
import { bitcoinPrices, chainOfBitcoin } from './chainOfBitcoin.ts'
import { chainOfDeployment } from './chainOfDeployment.ts'
import { chainOfPolkadot, polkadotPrices } from './chainOfPolkadot.ts'
import { chainOfSolana, solanaPrices } from './chainOfSolana.ts'
import { demoZone } from './demoZone.ts'
import { gatewayPath } from './solana/metadata/fileAt.ts'
import type { Devnet } from './startDevnet.ts'

/**
 * Milliseconds between two regular reads of a chain by the API. New blocks are reported to the API
 * at once, so these reads are only needed to find removed blocks.
 */
const indexPause = 2_000
/**
 * For the API, blocks never become final and may have any time in the future, because developers
 * may roll the chains back and set their clocks.
 */
const ownChain = { finality: Number.MAX_SAFE_INTEGER, timeTolerance: 100 * 365 * 86_400 }

/**
 * Units of other currencies for one US dollar. They are made up, like the prices in the pools, so
 * that no service is requested. The rates of Ether and bitcoin come from the pools.
 */
export const madeUpRates: Partial<Record<Currency, number>> = {
  eur: 0.92,
  gbp: 0.79,
  aud: 1.52,
  cad: 1.37,
  inr: 83.4,
  jpy: 150,
}

/** The secret with which API and sandbox sign their messages to each other. */
export const sandboxSecret = 'api and sandbox of one devnet trust each other'

/**
 * Creates the API for the chains, with their tokens and made-up prices.
 * @param options.sandbox the address of the sandbox
 */
export function createDevnetApi(
  { chains, solana, bitcoin, polkadot }: Devnet,
  {
    index,
    sandbox,
    nftGateways,
  }: { index: string; sandbox: string } & Pick<ApiOptions, 'nftGateways'>,
) {
  const solanaConfigs = solana ? [chainOfSolana(solana.deployment, solana.url)] : []
  const prices = new Map([
    ...(solana ? solanaPrices(solana.deployment) : []),
    ...(bitcoin ? bitcoinPrices(bitcoin.deployment) : []),
    ...(polkadot ? polkadotPrices(polkadot.deployment) : []),
  ])
  return createApi({
    chains: [
      ...chains.map(({ deployment, url }) => chainOfDeployment(deployment, url)),
      ...solanaConfigs,
    ]
      .map((config): ApiOptions['chains'][number] => ({
        ...config,
        index: { pollEvery: indexPause, ...ownChain },
      }))
      .concat(
        bitcoin ? [chainOfBitcoin(bitcoin.deployment, bitcoin.url)] : [],
        polkadot ? [chainOfPolkadot(polkadot.deployment, polkadot.url)] : [],
      ),
    database: index,
    rates: async (currency) => madeUpRates[currency],
    prices: async (token) => prices.get(token),
    pricesAt: async (token) => prices.get(token), // made-up prices never change
    // these limits are off, because all clients are trusted, and the machine is sometimes slow when
    // it also builds and tests
    limits: { loopDelay: false, orders: false, sessions: false },
    nftGateways: nftGateways ?? (solana && { http: `${solana.url}${gatewayPath}` }),
    names: { zones: [...nameZones, demoZone], gateway: { signer: gatewaySigner.privateKey } },
    onramp: { sandbox: { url: sandbox, secret: sandboxSecret } },
    smartAccounts: smartAccountsOf(chains),
  })
}

/** What the paymaster pays for: every call, up to these amounts of the coin. */
const everything = { contracts: '*', perDay: '1000', accountPerDay: '10' } as const

/**
 * The bundler and the paymaster of the API. The paymaster pays for every call of every site, so
 * that developers need no policy.
 */
const smartAccountsOf = (chains: Devnet['chains']): ApiOptions['smartAccounts'] => ({
  bundler: { executors: [executor.privateKey], confirmations: 1 },
  paymaster: {
    signer: sponsor.privateKey,
    addresses: Object.fromEntries(
      chains.map(({ networkId, deployment }) => [networkId, deployment.smartAccounts.paymaster]),
    ),
    policies: {
      '*': { ...everything, name: 'Latchkey Devnet' },
      bakery: { ...everything, name: 'Ferry Lane Bakery' }, // the demo's tips
    },
  },
})
