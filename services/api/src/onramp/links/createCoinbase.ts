import { onRampFeeRange } from '@latchkey/protocol/limits'
import type { onrampUrl } from '@latchkey/protocol/onramp'
import * as v from 'valibot'
import { ApiError } from '../../apiError.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { LinkProvider, LinkSession, LinkTransactions } from '../onrampProvider.ts'
import { requestCompany } from './requestCompany.ts'
import { createTokens } from './companyKey.ts'
import { readTransactions, transactionsPage } from './readTransactions.ts'
import { linkOptions } from './linkOptions.ts'

/**
 * How Coinbase, and companies with the same pages, name chains, by CAIP-2 id. Source:
 * docs/contracts/api.md#fixed-values
 */
export const coinbaseChains: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:42161': 'arbitrum',
  'eip155:137': 'polygon',
  'eip155:80094': 'berachain',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:10': 'optimism',
  'eip155:42220': 'celo',
  'eip155:8453': 'base',
}

/** Number of transactions in one page of results. */
const pageRows = 50
/**
 * `lifetime`: milliseconds for which transactions are cached, so that several tabs of a visitor
 * cause one request. `max`: maximum of cached accounts.
 */
const cacheLimits = { lifetime: 2_000, max: 1_000 }
const session = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)) })

/** The parameters of the provider's page. */
export type CoinbaseParameters = v.InferOutput<typeof onrampUrl.body>

/** A provider that has its own page, and takes all parameters in the page's URL. */
export type Coinbase = LinkProvider & {
  /**
   * The URL of its page.
   * @throws ApiError 503 if a session is needed, and the company does not answer; the signal's
   *   reason
   */
  urlOf(request: CoinbaseParameters, signal: AbortSignal): Promise<string>
}

/**
 * The options of the provider.
 * - `keyId`, `secret`: the key with which transactions are read
 * - `session`: whether the key also makes a token that replaces the wallets in the URL, as Coinbase
 *   demands since 2025
 * - `apiUrl`: the address of the company's API
 */
export type CoinbaseOptions = {
  appId: string
  url: string
  apiUrl: string
  keyId?: string | undefined
  secret?: string | undefined
  session: boolean
}

/** What requests to the company's API need. */
type CoinbaseApi = {
  fetch: typeof globalThis.fetch
  /** The URL of a path in the API. */
  at: (path: string) => URL
  /** Signs the token for one request. */
  tokenFor: ReturnType<typeof createTokens>
}

/**
 * Makes the provider for Coinbase Onramp, or for a company with the same parameters. Source:
 * docs/contracts/api.md#coinbase-page; Coinbase's documentation of URL parameters, session tokens
 * and transaction status
 */
export function createCoinbase(
  { appId, url, apiUrl, keyId, secret, session: hasSession }: CoinbaseOptions,
  { fetch, now }: { fetch: typeof globalThis.fetch; now: () => number },
): Coinbase {
  const api: CoinbaseApi | undefined =
    keyId === undefined || secret === undefined
      ? undefined
      : {
          fetch,
          at: (path) => new URL(`${apiUrl.replace(/\/+$/, '')}/onramp/v1/${path}`),
          tokenFor: createTokens({ id: keyId, secret }, now),
        }
  const pages = createSharedCache<LinkTransactions>({ ...cacheLimits, now })

  async function urlOf(request: CoinbaseParameters, signal: AbortSignal): Promise<string> {
    const wallets =
      api && hasSession
        ? { sessionToken: await readSession(api, request, signal) }
        : { appId, destinationWallets: JSON.stringify(request.destinationWallets) }
    return pageOf(url, wallets, request)
  }

  return {
    kind: 'link',
    id: 'coinbase',
    facts,
    options: linkOptions(Object.keys(coinbaseChains), ['USDC', 'ETH']),
    urlOf,
    link: (session, signal) => urlOf(parametersOf(session), signal),
    transactions:
      api &&
      ((wallet, after, signal) =>
        pages.get(
          JSON.stringify([wallet, after]),
          (stop) => readPurchases(api, wallet, after, stop),
          signal,
        )),
  }
}

const facts: Coinbase['facts'] = {
  serviceProvider: 'coinbase',
  name: 'Coinbase',
  status: 'LIVE',
  websiteUrl: 'https://www.coinbase.com',
  categories: ['CRYPTO_ONRAMP'],
  feeRange: onRampFeeRange,
  networks: Object.keys(coinbaseChains),
}

/**
 * The parameters of a page for one wallet.
 * @throws ApiError 400 for a chain on which the company does not sell
 */
function parametersOf({ wallet, symbol, networkId, amount }: LinkSession): CoinbaseParameters {
  const slug = networkId === undefined ? undefined : coinbaseChains[networkId]
  if (networkId !== undefined && slug === undefined)
    throw new ApiError(400, 'chainId', 'Unsupported chain')
  const blockchains = slug === undefined ? Object.values(coinbaseChains) : [slug]
  return {
    destinationWallets: [{ address: wallet, blockchains, assets: [symbol] }],
    partnerUserId: wallet,
    defaultNetwork: slug,
    presetFiatAmount: amount,
    defaultExperience: 'buy',
  }
}

/**
 * The URL of the page with its parameters. @param wallets the wallets, or the token that replaces
 * them
 */
function pageOf(
  url: string,
  wallets: Readonly<Record<string, string | undefined>>,
  request: CoinbaseParameters,
): string {
  const page = new URL(url)
  const parameters = {
    ...wallets,
    partnerUserId: request.partnerUserId,
    defaultNetwork: request.defaultNetwork,
    presetCryptoAmount: request.presetCryptoAmount,
    presetFiatAmount: request.presetFiatAmount,
    defaultExperience: request.defaultExperience,
    handlingRequestedUrls: request.handlingRequestedUrls,
  }
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) page.searchParams.set(name, String(value))
  return page.href
}

/** Requests a token that replaces the wallets in the page's URL. @throws ApiError 503 */
async function readSession(
  { fetch, at, tokenFor }: CoinbaseApi,
  { destinationWallets }: CoinbaseParameters,
  signal: AbortSignal,
): Promise<string> {
  const url = at('token')
  const assets = [...new Set(destinationWallets.flatMap((wallet) => wallet.assets ?? []))]
  const addresses = destinationWallets.map(
    ({ address, blockchains = [], supportedNetworks = [] }) => ({
      address,
      blockchains: [...new Set([...blockchains, ...supportedNetworks])],
    }),
  )
  const body = { addresses, ...(assets.length > 0 && { assets }) }
  const token = tokenFor('POST', url)
  return (
    await requestCompany({ method: 'POST', url, token, body, answer: session }, fetch, signal)
  ).token
}

/** Requests a page of an account's purchases. @throws ApiError 503 */
async function readPurchases(
  { fetch, at, tokenFor }: CoinbaseApi,
  wallet: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<LinkTransactions> {
  const url = at(`buy/user/${encodeURIComponent(wallet)}/transactions`)
  const token = tokenFor('GET', url)
  url.searchParams.set('page_size', String(pageRows))
  if (after !== undefined) url.searchParams.set('page_key', after)
  const page = await requestCompany(
    { method: 'GET', url, token, answer: transactionsPage },
    fetch,
    signal,
  )
  return {
    transactions: readTransactions(page, wallet, coinbaseChains),
    next: page.next_page_key || undefined,
  }
}
