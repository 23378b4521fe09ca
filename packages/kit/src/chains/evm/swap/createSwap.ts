import type { EvmTransaction } from '@latchkey/protocol/transaction'
import type { SwapFacet, SwapPlan, SwapRequest } from '../../../core/facets/swap.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import { KitError } from '../../../core/KitError.ts'
import type { Kit } from '../../../core/kit.ts'
import { minimumOf } from '../../../core/minimumOf.ts'
import { orUndefined } from '../../../core/orUndefined.ts'
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

/**
 * The `swap` facet of EVM networks: the API's offers, allowances, and what a swap does by the
 * node's own run.
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
 * Errors of a wallet that gives no signature which a token takes: it does not know the method, a
 * device behind it can't sign typed data, a contract signs for it. It says so in many ways, and
 * nothing is lost when the signature is left out. All other errors end the swap: the owner
 * declined, the wallet is busy or gone.
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
    deadlineOf(chain, kit.context.clock.now()),
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
  // the token may take another form of permits than it says
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
  // made by this facet
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
