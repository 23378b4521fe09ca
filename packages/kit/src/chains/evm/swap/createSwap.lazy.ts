import type { EvmTransaction } from '@latchkey/protocol/transaction'
import type { SwapFacet, SwapPlan, SwapRequest } from '../../../core/contracts/facets/swap.ts'
import type { ErrorCode } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { minimumOf } from '../../../core/transactions/minimumOf.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { chainOf } from '../provider/chain.ts'
import { readGasPrice } from '../send/fees.ts'
import { batchingOf, sendCalls } from './batch.ts'
import { refused } from './checkEffects.ts'
import type { Call } from './calls.ts'
import { deadlineOf, readPermitDomain, signPermit } from './permit.ts'
import { planSwap, readPosition, toPlan } from './planSwap.ts'
import { readArrived } from './readArrived.ts'
import { readReserve } from './swapFees.ts'
import { build, readGasPrices, readOffers, readSpender, readTokens } from './service.ts'
import { simulateSwap } from './simulateSwap.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Creates the `swap` facet of EVM networks. Offers come from the API, the effects of a swap from
 * the node's simulation.
 */
export function createSwap(kit: Kit): SwapFacet {
  return {
    readTokens: (parameters) => readTokens(kit, parameters),
    async readOffers(order) {
      const price = await orUndefined(readGasPrice(chainOf(kit, order.networkId, order.signal)))
      return readOffers(
        kit,
        order,
        price?.expected ?? (await orUndefined(readGasPrices(kit, order)))?.standard,
      )
    },
    readGasPrices: (parameters) => readGasPrices(kit, parameters),
    readReserve: ({ networkId, signal }) => readReserve(chainOf(kit, networkId, signal)),
    plan: (request) => planSwap(kit, request),
    permit: (request) => permit(kit, request),
    sendTogether: (request, plan) => sendTogether(kit, request, plan),
    readArrived: ({ networkId, signal, ...parameters }) =>
      readArrived(chainOf(kit, networkId, signal), parameters),
  }
}

/**
 * Errors of a wallet that can't sign a permit in a form that the token accepts. The wallet lacks
 * the method, its hardware device can't sign typed data, or the account is a contract. Wallets use
 * many codes for this. The swap then goes on without the permit. All other errors end the swap: the
 * visitor declined, or the wallet is busy or disconnected.
 */
const unsupportedCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'methodNotFound',
  'methodNotSupported',
  'unsupportedMethod',
  'invalidParams',
  'invalidRequest',
  'invalidInput',
  'parse',
  'versionUnsupported',
  'resourceNotFound',
  'internal',
  'unknown',
  'answerInvalid',
])

async function permit(kit: Kit, request: SwapRequest): Promise<SwapPlan | undefined> {
  const { networkId, account, from, amount, heldTokens = [], signal } = request
  const chain = chainOf(kit, networkId, signal)
  if (from.address === undefined) return undefined
  const token = from.address
  const spender = await readSpender(kit, request)
  const [domain, deadline] = await Promise.all([
    readPermitDomain(chain, { token, owner: account, networkId }),
    deadlineOf(chain, contextOf(kit).clock.now()),
  ])
  if (!domain || deadline === undefined) return undefined
  let signed: `0x${string}`
  try {
    signed = await signPermit(kit, { token, owner: account, spender, amount, deadline }, domain, {
      networkId,
      signal,
    })
  } catch (error) {
    if (KitError.is(error) && unsupportedCodes.has(error.code)) return undefined
    throw error
  }
  const minimum = minimumOf(request.offer, request.slippage)
  const [built, position] = await Promise.all([
    build(kit, request, spender, signed),
    readPosition(chain, request, spender),
  ])
  const simulated = await simulateSwap(chain, [built], heldTokens, {
    order: request,
    minimum,
    spender,
  })
  // the token may need another form of permit than it reports: the swap goes on without the permit
  if (simulated.status === 'fails') return undefined
  return {
    ...(await toPlan(chain, {
      request,
      position,
      built,
      approvals: [],
      simulated,
      method: 'direct',
    })),
    spender,
    minimum,
  }
}

async function sendTogether(
  kit: Kit,
  { networkId, account, signal }: SwapRequest,
  { approvals, transaction }: SwapPlan,
): Promise<string | undefined> {
  if (!transaction) throw refused('There is no transaction.')
  // the cast: this facet has created these transactions
  const calls = ([...approvals, transaction] as readonly EvmTransaction[]).map(
    ({ to, value = 0n, data = '0x' }): Call => ({ to, value, data }),
  )
  return sendCalls(kit, {
    networkId,
    account,
    calls,
    isAtomic: (await batchingOf(kit, { networkId, address: account })) === 'atomic',
    signal,
  })
}
