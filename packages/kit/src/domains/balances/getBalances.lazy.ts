import { accountBalance, supportedChains, unavailableHeader } from '@latchkey/protocol/api'
import type { TokenBalance } from '@latchkey/protocol/api'
import { isSameAddress, isServedAddress } from '@latchkey/protocol/address'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Currency } from '@latchkey/protocol/currencies'
import * as times from '@latchkey/protocol/times'
import type { Balance } from '../../core/contracts/balance.ts'
import { addressesOf } from '../../core/accounts/addressesOf.ts'
import { callApi } from '../../core/http/callApi.ts'
import type { ApiContext } from '../../core/http/callApi.ts'
import { cleanText } from '../../core/text/cleanText.ts'
import { isRefused } from '../../core/errors/isRefused.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { kitError } from '../../core/errors/errors.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { foreignPicture } from '../../core/http/foreignPicture.ts'
import { chainBalances } from './chainBalances.lazy.ts'
import type { ParsedAccount } from './chainBalances.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

type BalanceParameters = {
  accountId: AccountId
  currency?: Currency
  forceUpdate?: readonly string[]
  signal?: AbortSignal
  onPartial?: () => void
  onOutage?: (error: unknown) => void
}

/**
 * Returns the balances of an account on its network. The source is:
 * - the wallet, if it lists assets and the currency is the US dollar
 * - else the API, if the site has one that serves the network
 * - else the node: the native token and the site's `tokens`, without prices
 *
 * Rows with the quantity "0" and rows with 0 decimals are dropped. But while some balances are
 * unknown, the native token's row stays even if its quantity is "0".
 * @param parameters.currency the currency of prices and values
 * @default 'usd'
 * @param parameters.forceUpdate CAIP-10 ids of tokens that the API must not answer from its cache
 * @param parameters.onPartial is called if the API or the node could not read everything; it is
 *   called before `onOutage`
 * @param parameters.onOutage lets the network's node answer if the API fails. The node reads the
 *   native token and the site's `tokens`, and `onOutage` is called with the API's error. Without
 *   `onOutage`, getBalances throws if the API fails
 * @throws KitError tokenBalanceUnavailable; requestAborted; httpFailed with status 400 for a
 *   currency that the API does not know
 */
export async function getBalances(
  kit: Kit,
  { accountId, currency = 'usd', forceUpdate, signal, onPartial, onOutage }: BalanceParameters,
): Promise<readonly Balance[]> {
  const account = parseAccountId(accountId)
  try {
    const { balances, isPartial, outage } = await requestFromAny(kit, account, {
      currency,
      forceUpdate,
      signal,
      allowNode: onOutage !== undefined,
    })
    if (isPartial) onPartial?.()
    if (outage) onOutage?.(outage.error)
    // if some balances are unknown, the native token's row stays even if it is zero: without the
    // row, this balance would count as unknown, too
    return balances.filter(
      ({ id, quantity, decimals }) =>
        (quantity !== '0' || (isPartial && id === account.networkId)) && decimals !== 0,
    )
  } catch (cause) {
    if (KitError.is(cause, 'requestAborted') || (currency !== 'usd' && isUnknownCurrency(cause)))
      throw cause
    throw kitError('tokenBalanceUnavailable', { cause })
  }
}

type ApiParameters = Omit<BalanceParameters, 'accountId' | 'onPartial' | 'onOutage'> & {
  currency: Currency
  allowNode: boolean
}
/** `outage` has the error of the API when the node answered in its place. */
type BalancesResult = {
  balances: readonly Balance[]
  isPartial?: boolean
  outage?: { error: unknown }
}

/**
 * Requests the balances from the wallet if it is known to list assets. Until that is known, wallet
 * and service are both requested, and the first successful answer is used. A wallet's values are in
 * dollars, so other currencies are requested only from the service.
 */
async function requestFromAny(
  kit: Kit,
  account: ParsedAccount,
  parameters: ApiParameters,
): Promise<BalancesResult> {
  if (parameters.currency !== 'usd') return requestFromApi(kit, account, parameters)
  const { accountId, networkId } = account
  const wallet = await facetOf(kit, networkId, 'assets').then(
    (assets) => assets.wallet,
    () => undefined,
  ) // if the facet's code fails to load, a service can still answer
  if (!wallet) return requestFromApi(kit, account, parameters)
  const known = await wallet.knownSupport(accountId)
  const service = known === undefined ? requestFromApi(kit, account, parameters) : undefined
  service?.catch(() => {}) // no unhandled rejection, even if only the wallet's answer is used
  const isReported =
    known ??
    (await Promise.race([
      wallet.readSupport(accountId),
      service?.then(
        ({ outage }) => outage !== undefined && wallet.readSupport(accountId),
        () => wallet.readSupport(accountId),
      ) ?? false,
    ]))
  const balances = isReported ? await wallet.read(accountId, parameters.signal) : undefined
  return balances ? { balances } : (service ?? requestFromApi(kit, account, parameters))
}

async function requestFromApi(
  kit: Kit,
  account: ParsedAccount,
  parameters: ApiParameters,
): Promise<BalancesResult> {
  const { api } = contextOf(kit)
  const fromNode = (): Promise<BalancesResult> => chainBalances(kit, account, parameters.signal)
  if (!api) return fromNode()
  const served = requestIfServed(kit, api, account, parameters)
  const fromApi = await (parameters.allowNode
    ? served.catch((failure: unknown) => fromNodeAfter(failure, parameters, fromNode))
    : served)
  return fromApi ?? fromNode()
}

/** Returns the API's answer. Undefined if the API does not serve the network. */
async function requestIfServed(
  kit: Kit,
  api: ApiContext,
  account: ParsedAccount,
  parameters: ApiParameters,
): Promise<BalancesResult | undefined> {
  const { address, networkId, namespace } = account
  if (!isServedAddress(address, namespace) || !(await servedNetworks(kit, api)).includes(networkId))
    return undefined
  const parts = addressesOf(kit, namespace, address).join(',')
  return requestBalances(kit, api, { address: parts, networkId }, parameters)
}

/**
 * Returns the node's answer after the API failed.
 * @throws the API's error if the node fails, too, and if the API has refused the currency;
 *   requestAborted
 */
async function fromNodeAfter(
  failure: unknown,
  { currency }: ApiParameters,
  fromNode: () => Promise<BalancesResult>,
): Promise<BalancesResult> {
  if (KitError.is(failure, 'requestAborted') || (currency !== 'usd' && isUnknownCurrency(failure)))
    throw failure
  const { balances } = await fromNode().catch((cause: unknown) => {
    throw KitError.is(cause, 'requestAborted') ? cause : failure
  })
  return { balances, isPartial: true, outage: { error: failure } }
}

/** Whether the API refused the request because it does not know the currency. */
const isUnknownCurrency = (error: unknown): boolean => isRefused(error, 'currency')

/** CAIP-2 ids of the networks that the API serves. The list is requested once a day. */
async function servedNetworks(kit: Kit, api: ApiContext): Promise<readonly string[]> {
  const { client } = await contextOf(kit).queries()
  const { http } = await client.fetchQuery({
    queryKey: ['supported-chains'],
    staleTime: times.supportedChains,
    networkMode: 'always',
    queryFn: ({ signal }) => callApi(api, supportedChains, { query: {}, signal }),
  })
  return http
}

async function requestBalances(
  kit: Kit,
  api: ApiContext,
  { address, networkId }: { address: string; networkId: NetworkId },
  { currency, forceUpdate = [], signal }: ApiParameters,
): Promise<BalancesResult> {
  let isPartial = false
  const { balances } = await callApi(api, accountBalance, {
    query: {
      address,
      currency,
      chainId: networkId,
      forceUpdate: forceUpdate.join(',') || undefined,
    },
    signal,
    onHeaders: (headers) => (isPartial = headers.has(unavailableHeader)),
  })
  return { balances: balances.map((row) => readRow(kit, row, networkId)), isPartial }
}

/**
 * Reads a balance from a row of the API. If the API does not report whether the token is listed, a
 * token with a value counts as listed. The native token and tokens of the site's own list always
 * count as listed.
 */
function readRow(
  kit: Kit,
  {
    name,
    symbol,
    address,
    price,
    value,
    quantity,
    iconUrl,
    verified = value !== undefined,
  }: TokenBalance,
  networkId: string,
): Balance {
  const contract = address?.split(':').at(-1)
  const isListed =
    contract === undefined ||
    verified ||
    contextOf(kit).options.tokens?.[networkId]?.some((token) =>
      isSameAddress(token.address, contract),
    )
  return {
    id: address ?? networkId,
    name: cleanText(name),
    symbol: cleanText(symbol),
    address: contract,
    decimals: Number(quantity.decimals),
    quantity: quantity.numeric,
    price: price || undefined,
    value,
    iconUrl: foreignPicture(iconUrl, contextOf(kit).api?.apiUrl),
    ...(!isListed && { isUnverified: true }),
  }
}
