import { toHex } from '@latchkey/protocol/hex'
import { isAddress } from '@latchkey/protocol/address'
import { isPageLink } from '@latchkey/protocol/links'
import { onrampWidget } from '@latchkey/protocol/onramp'
import { accountMemory } from '../../../core/storage/accountMemory.ts'
import type { ApiContext } from '../../../core/http/callApi.ts'
import { callApi } from '../../../core/http/callApi.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { Order } from '../../../core/contracts/order.ts'
import { perKit } from '../../../core/kit/perKit.ts'
import { accountOf } from '../../../core/kit/state.ts'
import type { Account } from '../../../core/kit/state.ts'
import { limitFaultOf } from '../limits.ts'
import { getOnrampOptions } from '../options.lazy.ts'
import { coinbaseUrl, isCoinbase } from '../coinbaseUrl.ts'
import { namesOtherAddress } from './namesOtherAddress.ts'
import { addOrder } from './orders.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { OnrampQuote } from '../estimate.ts'

/**
 * The offer to accept. `redirectUrl` is the address of the site's page, to which the provider's
 * page returns. Without it, the site has to open the provider's page in another window.
 */
export type StartOrder = { quote: OnrampQuote; redirectUrl?: string; signal?: AbortSignal }

/**
 * The key of each accepted offer. If the API's answer gets lost, the request is repeated with the
 * same key, so that the API creates no second order.
 */
const keys = perKit(() => new WeakMap<OnrampQuote, string>())

/**
 * Starts a purchase for the current account, and stores it. The order's `url` is the provider's
 * page, which the site must show; {@link watchOrder} reports the order's state. Nothing is paid
 * yet. Another call with the same offer returns the same order.
 * @throws KitError addressMissing; networkNotFound; actionNotAllowed for an estimate, an expired
 *   offer, an amount outside the limits, or without an API; answerInvalid if the provider's page
 *   has an invalid URL or names another account; httpFailed, httpTimeout; requestAborted
 */
export async function startOrder(
  kit: Kit,
  { quote, redirectUrl, signal }: StartOrder,
): Promise<Order> {
  const { api, account } = await checkOffer(kit, quote, signal)
  const isRemembered = accountMemory(kit)
  const id = keyOf(kit, quote)
  const page = await requestPage(api, {
    account,
    quote,
    id,
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(signal && { signal }),
  })
  if (!isPageLink(page.url))
    throw kitError('answerInvalid', { details: 'The provider’s page is none.' })
  if (namesOtherAddress(page.url, account))
    throw kitError('answerInvalid', { details: 'The provider’s page is for another account.' })
  const order: Order = {
    id,
    ...page,
    ...factsOf(quote),
    address: account.address,
    state: 'waiting',
    startedAt: contextOf(kit).clock.now(),
    updatedAt: contextOf(kit).clock.now(),
    ...(redirectUrl !== undefined && { hasLeft: true }),
  }
  if (isRemembered()) addOrder(kit, order)
  return order
}

/**
 * Checks that the offer can still be accepted by the current account.
 * @throws KitError addressMissing, networkNotFound, actionNotAllowed
 */
async function checkOffer(
  kit: Kit,
  { payment, purchase, method, isEstimate, expiresAt }: OnrampQuote,
  signal: AbortSignal | undefined,
): Promise<{ api: ApiContext; account: Account }> {
  const { api, clock, networks } = contextOf(kit)
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  if (!networks.some(({ networkId }) => networkId === purchase.networkId))
    throw kitError('networkNotFound')
  if (
    !purchase.networkId.startsWith(`${account.namespace}:`) ||
    !isAddress(account.address, account.namespace)
  )
    throw kitError('actionNotAllowed', { details: 'The account is of another kind of network.' })
  if (!api || isEstimate)
    throw kitError('actionNotAllowed', { details: 'Nobody has offered this.' })
  if (expiresAt <= clock.now())
    throw kitError('actionNotAllowed', { details: 'The offer has expired.' })
  const { currency, amount } = payment
  const options = await getOnrampOptions(kit, signal && { signal })
  const limit = limitFaultOf(options, { currency, method, amount })
  if (limit)
    throw kitError('actionNotAllowed', { details: `${limit.fault}: ${limit.limit} ${currency}` })
  return { api, account }
}

/** The parts of an offer that are stored with the order. */
const factsOf = ({ payment, purchase, provider, method }: OnrampQuote) => ({
  provider: { id: provider.id, name: provider.name },
  networkId: purchase.networkId,
  payment,
  purchase: {
    symbol: purchase.symbol,
    ...(purchase.amount && { amount: purchase.amount }),
    ...(purchase.token && { token: purchase.token }),
  },
  ...(method && { method }),
})

type PageRequest = Pick<StartOrder, 'quote' | 'redirectUrl' | 'signal'> & {
  account: Account
  id: string
}

/**
 * Requests the URL of the provider's page. `orderId` is the key by which the order's state can be
 * requested, if the provider reports it to the API.
 */
async function requestPage(
  api: ApiContext,
  request: PageRequest,
): Promise<{ url: string; orderId?: string }> {
  const {
    quote: { payment, purchase, provider, method, quoteId },
    redirectUrl,
    signal,
    account,
    id,
  } = request
  if (quoteId === undefined && isCoinbase(provider.id))
    return { url: await coinbaseUrl(api, request) }
  const sessionData = {
    serviceProvider: provider.id,
    // the API takes a number here. Later states of the order are compared with the text, not with
    // this number
    sourceAmount: Number(payment.amount),
    sourceCurrencyCode: payment.currency,
    destinationCurrencyCode: purchase.symbol,
    chainId: purchase.networkId,
    walletAddress: account.address,
    ...(method !== undefined && { paymentMethodType: method }),
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(quoteId !== undefined && { quoteId }),
    idempotencyKey: id,
  }
  const { widgetUrl, orderId } = await callApi(api, onrampWidget, {
    query: {},
    body: { sessionData, ...(api.projectId && { projectId: api.projectId }) },
    signal,
  })
  return { url: widgetUrl, ...(orderId && { orderId }) }
}

function keyOf(kit: Kit, quote: OnrampQuote): string {
  const known = keys(kit).get(quote)
  if (known) return known
  const key = toHex(crypto.getRandomValues(new Uint8Array(16)))
  keys(kit).set(quote, key)
  return key
}
