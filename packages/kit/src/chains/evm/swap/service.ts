import type { Endpoint } from '@latchkey/protocol/api'
import {
  convertBuildApprove,
  convertBuildTransaction,
  convertGasPrice,
  convertQuotes,
  convertTokens,
} from '@latchkey/protocol/convert'
import type { SwapQuote } from '@latchkey/protocol/convert'
import { isSameAddress } from '@latchkey/protocol/address'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { nativeTokenAddress, nativeTokenId } from '@latchkey/protocol/nativeToken'
import { callApi } from '../../../core/http/callApi.ts'
import { cleanText } from '../../../core/text/cleanText.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { minimumOf } from '../../../core/transactions/minimumOf.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { foreignPicture } from '../../../core/http/foreignPicture.ts'
import type {
  SwapFacet,
  SwapGasPrices,
  SwapOffer,
  SwapOrder,
  SwapRequest,
  SwapToken,
} from '../../../core/contracts/facets/swap.ts'
import { refused } from './checkEffects.ts'
import { spenderIn } from './calls.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The tokens that the API can swap on a network, without duplicates.
 * @throws KitError swapsUnsupported without an API, and for a network without swaps
 */
export async function readTokens(
  kit: Kit,
  { networkId, token, signal }: Parameters<SwapFacet['readTokens']>[0],
): Promise<readonly SwapToken[]> {
  const query = {
    chainId: networkId,
    ...(token !== undefined && { address: `${networkId}:${token}` }),
  }
  const { tokens } = await fetchFromApi(kit, convertTokens, { query, signal }, 'swapsUnsupported')
  const own = tokens.flatMap(({ address: id, name, symbol, decimals, logoUri, eip2612 }) => {
    const address = addressIn(id, networkId)
    if (address === undefined) return []
    const isNative = isSameAddress(address, nativeTokenAddress)
    const iconUrl = foreignPicture(logoUri, contextOf(kit).api?.apiUrl)
    return [
      {
        id: isNative ? nativeTokenId(networkId) : `${networkId}:${address}`,
        ...(!isNative && { address }),
        name: cleanText(name),
        symbol: cleanText(symbol),
        decimals,
        ...(iconUrl && { iconUrl }),
        ...(eip2612 && { hasPermit: true }),
      },
    ]
  })
  return [...new Map(own.map((token) => [token.id.toLowerCase(), token])).values()]
}

/** The address in a CAIP-10 id. Undefined if the id is for another network. */
function addressIn(id: string, networkId: NetworkId): string | undefined {
  const { networkId: own, address } = parseAccountId(id)
  return own === networkId && isEvmAddress(address) ? address : undefined
}

/**
 * The API's quotes for an order, best first.
 * @param price the price of a unit of gas, in wei
 * @throws KitError liquidityMissing, swapsUnsupported, swapRefused where no quote matches the order
 */
export async function readOffers(
  kit: Kit,
  { networkId, account, from, to, amount, signal }: SwapOrder & { signal?: AbortSignal },
  price: bigint | undefined,
): Promise<readonly SwapOffer[]> {
  const query = {
    amount: String(amount),
    from: from.id,
    to: to.id,
    userAddress: `${networkId}:${account}`,
    ...(price !== undefined && { gasPrice: String(price) }),
  }
  const { quotes } = await fetchFromApi(kit, convertQuotes, { query, signal })
  if (quotes.length === 0) throw kitError('liquidityMissing')
  const isOfOrder = ({ fromAmount, fromAccount, toAccount, toAmount, spender }: SwapQuote) =>
    BigInt(fromAmount) === amount &&
    isSameToken(fromAccount, from.id) &&
    isSameToken(toAccount, to.id) &&
    BigInt(toAmount) > 0n &&
    BigInt(toAmount) < maxAmount &&
    (spender === undefined || addressIn(spender, networkId) !== undefined)
  const offers = quotes
    .filter(isOfOrder)
    .map((quote) => toOffer(quote, networkId, { from, to }, price))
  if (offers.length === 0) throw refused('No offer is for this amount of these tokens.')
  return offers
}

const maxAmount = 1n << 256n
const isSameToken = (token: string, otherToken: string) =>
  token.toLowerCase() === otherToken.toLowerCase()
/** A price impact above this is not possible, and is ignored. In percent. */
const maxImpact = 100
/** The kit accepts no swap that needs more gas than this: about a tenth of a block. */
const maxGas = 5_000_000n

function toOffer(
  { toAmount, provider, spender: spenderId, priceImpact, fee, gas, route }: SwapQuote,
  networkId: NetworkId,
  { from, to }: Pick<SwapOrder, 'from' | 'to'>,
  price: bigint | undefined,
): SwapOffer {
  const spender = spenderId === undefined ? undefined : addressIn(spenderId, networkId)
  const isOf = ({ address }: SwapToken) =>
    spender !== undefined && address !== undefined && isSameAddress(address, spender)
  const units = gas === undefined ? undefined : BigInt(gas)
  return {
    ...(provider && { provider: { id: provider.id, name: cleanText(provider.name) } }),
    arrives: BigInt(toAmount),
    ...(spender !== undefined && { spender }),
    ...(typeof priceImpact === 'number' && Math.abs(priceImpact) <= maxImpact && { priceImpact }),
    ...(fee !== undefined && { fee: BigInt(fee) }),
    ...(units !== undefined &&
      units <= maxGas &&
      price !== undefined && { networkFee: units * price }),
    kind:
      from.address === undefined && isOf(to)
        ? 'wrap'
        : to.address === undefined && isOf(from)
          ? 'unwrap'
          : 'swap',
    route: (route ?? []).map(({ percent, tokens, pools }) => ({
      percent,
      tokens,
      pools: pools.map(({ name }) => cleanText(name)),
    })),
  }
}

/**
 * The contract that needs an allowance of the token to give. The quote names it, or else the
 * approval that the API builds.
 * @throws KitError swapRefused
 */
export async function readSpender(
  kit: Kit,
  { networkId, account, from, to, amount, offer, signal }: SwapRequest,
): Promise<string> {
  const named =
    offer.spender ?? (await requestSpender(kit, { networkId, account, from, to, amount, signal }))
  // refused, because a call to the account itself would run code that the simulation replaces
  if (isSameAddress(named, account)) throw refused('The account itself is no provider.')
  return named
}

async function requestSpender(
  kit: Kit,
  { networkId, account, from, to, amount, signal }: SwapOrder & { signal: AbortSignal | undefined },
): Promise<string> {
  const { tx } = await fetchFromApi(kit, convertBuildApprove, {
    query: {
      from: from.id,
      to: to.id,
      userAddress: `${networkId}:${account}`,
      amount: String(amount),
    },
    signal,
  })
  const spender = spenderIn(tx.data)
  if (spender === undefined) throw refused('The approval is none.')
  return spender
}

/**
 * The transaction of a swap as the API builds it. Only its form is checked. `expected` is the
 * amount that should arrive, `gas` the number of units of gas.
 */
export type Built = {
  to: string
  value: bigint
  data: `0x${string}`
  expected: bigint
  gas: bigint | undefined
}

/**
 * Requests the transaction of a swap from the API. The API computes the minimum from the current
 * price. If the price has fallen since the offer, the kit repeats the request with less slippage,
 * so that the transaction has the minimum that the visitor saw.
 * @param permit the arguments of EIP-2612's `permit`, ABI-encoded
 * @throws KitError swapRefused when the transaction is for another account or another contract than
 *   the offer's, or pays another amount; priceMoved when no more than the minimum is expected
 */
export async function build(
  kit: Kit,
  request: SwapRequest,
  spender: string,
  permit?: `0x${string}`,
): Promise<Built> {
  const {
    offer: { kind },
    slippage,
  } = request
  const minimum = minimumOf(request.offer, slippage)
  const built = await buildOnce(kit, request, spender, permit)
  const { expected } = built
  if (minimumOf({ arrives: expected, kind }, slippage) >= minimum) return built
  if (expected * 2n < minimum) throw refused('Less than half of the least is expected.')
  // in hundredths of a percent, rounded down
  const remainingSlippage = ((expected - minimum) * 10_000n) / expected
  if (kind !== 'swap' || remainingSlippage < 1n) throw kitError('priceMoved')
  return buildOnce(kit, { ...request, slippage: Number(remainingSlippage) / 100 }, spender, permit)
}

async function buildOnce(
  kit: Kit,
  { networkId, account, from, to, amount, slippage, offer, signal }: SwapRequest,
  spender: string,
  permit?: `0x${string}`,
): Promise<Built> {
  const projectId = contextOf(kit).api?.projectId
  const body = {
    ...(projectId && { projectId }),
    amount: String(amount),
    from: from.id,
    to: to.id,
    userAddress: `${networkId}:${account}`,
    eip155: { slippage, ...(permit && { permit }) },
    disableEstimate: true,
    ...(offer.provider && { provider: offer.provider.id }),
  }
  const { tx } = await fetchFromApi(kit, convertBuildTransaction, { query: {}, body, signal })
  const [sender, target] = [addressIn(tx.from, networkId), addressIn(tx.to, networkId)]
  if (sender === undefined || !isSameAddress(sender, account))
    throw refused('It is not the account’s.')
  if (target === undefined || !isSameAddress(target, spender))
    throw refused('It calls another contract.')
  const value = from.address === undefined ? amount : 0n
  if (tx.value !== undefined && BigInt(tx.value) !== value) throw refused('It pays another amount.')
  const units = tx.eip155 ? BigInt(tx.eip155.gas) : 0n
  return {
    to: target,
    value,
    data: tx.data,
    expected: BigInt(tx.amount),
    gas: units > 0n && units <= maxGas ? units : undefined,
  }
}

/**
 * Prices of a unit of gas, from the API.
 * @throws KitError gasPriceUnsupported without an API, or if the API does not serve the network
 */
export async function readGasPrices(
  kit: Kit,
  { networkId, signal }: Parameters<SwapFacet['readGasPrices']>[0],
): Promise<SwapGasPrices> {
  const { standard, fast, instant } = await fetchFromApi(
    kit,
    convertGasPrice,
    { query: { chainId: networkId }, signal },
    'gasPriceUnsupported',
  )
  return { standard: BigInt(standard), fast: BigInt(fast), instant: BigInt(instant) }
}

/** Words by which an API's error is recognised as a refusal by its providers. */
const isRefusal = /liquidity|would fail|not accept/i

/**
 * Calls the API once.
 * @param refusal the error for a status 400 without a more specific reason
 */
async function fetchFromApi<endpoint extends Endpoint>(
  kit: Kit,
  endpoint: endpoint,
  request: Parameters<typeof callApi<endpoint>>[2],
  refusal: 'swapsUnsupported' | 'gasPriceUnsupported' | undefined = undefined,
): ReturnType<typeof callApi<endpoint>> {
  const { api } = contextOf(kit)
  if (!api) throw kitError(refusal ?? 'swapsUnsupported')
  try {
    return await callApi(api, endpoint, request)
  } catch (cause) {
    if (!KitError.is(cause, 'httpFailed') || cause.status !== 400) throw cause
    const { details = '' } = cause
    if (isRefusal.test(details)) throw kitError('liquidityMissing', { cause, details, status: 400 })
    if (/not supported/i.test(details) || refusal)
      throw kitError(refusal ?? 'swapsUnsupported', { cause, details, status: 400 })
    throw cause
  }
}
