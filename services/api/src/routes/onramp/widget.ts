import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { onrampWidget as endpoint } from '@latchkey/protocol/onramp'
import type * as v from 'valibot'
import { isAddress, zeroAddress } from 'viem'
import { ApiError } from '../../apiError.ts'
import type { Hex } from '../../chainIndex/chainIndex.ts'
import type { Chain } from '../../chains/chainReader.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Call, Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { centsOf } from '@latchkey/server/cents'
import { readReturn } from '../../onramp/readReturn.ts'
import type { Onramp } from '../../onramp/createOnramp.ts'
import type { Offer, OrderProvider } from '../../onramp/onrampProvider.ts'
import type { Service } from '../../service.ts'

type Session = v.InferOutput<typeof endpoint.body>['sessionData']

/**
 * Makes the endpoint that begins an order at a provider. For a provider without orders it answers
 * the provider's page. Source: docs/contracts/api.md#offers-and-providers
 */
export function onrampWidget(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { query, body } = await readCall(call, endpoint, service)
      const session = body.sessionData
      const provider = service.onramp.providers.find(({ id }) => id === session.serviceProvider)
      if (!provider) throw new ApiError(400, 'provider', 'Unsupported provider')
      const projectId = body.projectId ?? query.projectId
      const redirectUrl = readReturn(session.redirectUrl, {
        projectId,
        returns: service.options.onramp?.returns,
      })
      if (provider.kind === 'orders')
        return answerJson(call, await begin(call, service, provider, { ...session, redirectUrl }), {
          'cache-control': 'no-store',
        })
      const {
        walletAddress: wallet,
        destinationCurrencyCode: symbol,
        chainId: networkId,
        sourceCurrencyCode: currency,
        sourceAmount: amount,
      } = session
      const widgetUrl = await provider.link(
        { projectId, wallet, symbol, networkId, currency, amount, redirectUrl },
        clientSignal(call),
      )
      return answerJson(call, { widgetUrl }, { 'cache-control': 'no-store' })
    },
  }
}

async function begin(
  call: Call,
  service: Service,
  provider: OrderProvider,
  session: Session,
): Promise<{ widgetUrl: string; orderId: string }> {
  const { following } = service.onramp
  if (!following) throw new ApiError(404, '', 'Nothing is sold here')
  const offer = readOffer(following, provider, session)
  const chain = service.chain(offer.networkId)
  const wallet = readWallet(session.walletAddress, offer, chain)
  const signal = clientSignal(call)
  // counted before the database is queried, so that many requests cost little
  call.get('share').order()
  const { orderId, url } = await following.orders.begin(
    {
      provider,
      offer,
      networkName: chain.name,
      wallet,
      redirectUrl: session.redirectUrl,
      key: session.idempotencyKey,
      signal,
    },
    async () => {
      // for a new order the offer must not have expired; an order that exists is answered anyway
      if (offer.expiresAt <= service.now()) throw offerOver()
      // the tokens may have been sold since the offer was made
      if (!(await provider.isInStock(offer, wallet, signal))) throw offerOver()
    },
  )
  return { widgetUrl: url, orderId }
}

const offerOver = () => new ApiError(400, 'quoteId', 'This offer is over. Ask for a new one')

/**
 * Reads the offer that the client has accepted. This service must have made it, and it must fit the
 * request.
 * @throws ApiError 400
 */
function readOffer(
  { seal }: NonNullable<Onramp['following']>,
  provider: OrderProvider,
  {
    quoteId,
    sourceAmount,
    sourceCurrencyCode,
    destinationCurrencyCode,
    chainId,
    paymentMethodType,
  }: Session,
): Offer {
  if (quoteId === undefined) throw new ApiError(400, 'quoteId', 'quoteId is missing')
  const offer = seal.open(quoteId)
  if (!offer || offer.provider !== provider.id) throw offerOver()
  const isSame =
    centsOf(sourceAmount) === offer.cents &&
    sourceCurrencyCode === offer.currency &&
    destinationCurrencyCode === offer.symbol &&
    (chainId === undefined || chainId === offer.networkId) &&
    (paymentMethodType === undefined || paymentMethodType === offer.method)
  if (!isSame) throw new ApiError(400, 'quoteId', 'The offer is for something else')
  return offer
}

/**
 * Reads the account that will receive the tokens: one address of the offer's network. If an EVM
 * address has a checksum, it is checked.
 * @throws ApiError 400
 */
function readWallet(address: string, { networkId, token }: Offer, { kind }: Chain): Hex {
  const [found, ...others] = kind.keys.readAccount(address) ?? []
  const isHere = found && (found.networks?.includes(networkId) ?? true) && others.length === 0
  if (!isHere || !hasRightChecksum(address))
    throw new ApiError(400, 'walletAddress', 'Invalid address')
  // tokens that are sent to these addresses are lost
  if (found.key === zeroAddress || found.key === token)
    throw new ApiError(400, 'walletAddress', 'Tokens cannot be sent to this address')
  return found.key
}

/** False for an EVM address whose checksum is wrong. EIP-55 */
function hasRightChecksum(address: string): boolean {
  if (!isEvmAddress(address)) return true // other addresses were checked when they were read
  const hasChecksum = /[a-f]/.test(address.slice(2)) && /[A-F]/.test(address.slice(2))
  return isAddress(address, { strict: hasChecksum })
}
