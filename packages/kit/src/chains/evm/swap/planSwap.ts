import type { EvmTransaction } from '@latchkey/protocol/transaction'
import { isSameAddress } from '@latchkey/protocol/address'
import type {
  SwapPlan,
  SwapProblem,
  SwapRequest,
  SwapMethod,
} from '../../../core/contracts/facets/swap.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { minimumOf } from '../../../core/transactions/minimumOf.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { chainOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'
import { quantityOf } from '../provider/quantity.ts'
import { readFee } from '../send/fees.ts'
import type { EvmFee } from '../send/fees.ts'
import { allowanceCall, approveCall, balanceCall } from './calls.ts'
import type { Call } from './calls.ts'
import { batchingOf } from './batch.ts'
import { readPermitDomain } from './permit.ts'
import { build, readSpender } from './service.ts'
import type { Built } from './service.ts'
import { simulateSwap } from './simulateSwap.ts'
import type { Simulated } from './simulateSwap.ts'
import { likelyOf, roughFee } from './swapFees.ts'

/** An account's balances and allowance, in the smallest units. */
type Position = { native: bigint; balance: bigint; allowance: bigint }

/**
 * Builds the transactions of a swap, simulates them on the node, and chooses the method. Implements
 * `SwapFacet.plan`.
 */
export async function planSwap(kit: Kit, request: SwapRequest): Promise<SwapPlan> {
  const chain = chainOf(kit, request.networkId, request.signal)
  const spender = await readSpender(kit, request)
  const position = await readPosition(chain, request, spender)
  const minimum = minimumOf(request.offer, request.slippage)
  if (position.balance < request.amount)
    return {
      method: 'direct',
      spender,
      minimum,
      arrives: undefined,
      isChecked: false,
      exposures: [],
      approvals: [],
      transaction: undefined,
      fee: undefined,
      balance: position.balance,
      problems: ['balance'],
    }
  const needsNothing =
    request.from.address === undefined ||
    isSameAddress(request.from.address, spender) ||
    position.allowance >= request.amount
  const [built, approvals] = await Promise.all([
    build(kit, request, spender),
    needsNothing ? [] : approvalsOf(chain, request, spender, position.allowance),
  ])
  const [simulated, method] = await Promise.all([
    simulateSwap(chain, [...approvals, built], request.heldTokens ?? [], {
      order: request,
      minimum,
      spender,
    }),
    needsNothing ? 'direct' : chooseMethod(kit, chain, request),
  ] as const)
  return {
    ...(await toPlan(chain, { request, position, built, approvals, simulated, method })),
    spender,
    minimum,
  }
}

type Parts = {
  request: SwapRequest
  position: Position
  built: Built
  approvals: readonly Call[]
  simulated: Simulated
  method: SwapMethod
}

/**
 * Makes a plan from its parts. The node can't estimate the fee of a swap that first needs an
 * allowance; then the fee is computed from the amount of gas that the swap service reports.
 */
export async function toPlan(
  chain: Chain,
  {
    request: {
      account,
      from,
      amount,
      offer: { networkFee },
    },
    position: { native, balance },
    built,
    approvals,
    simulated,
    method,
  }: Parts,
): Promise<Omit<SwapPlan, 'minimum'>> {
  const exact =
    approvals.length === 0 && simulated.status !== 'fails'
      ? await orUndefined(readFee(chain, account, built))
      : undefined
  const fee = exact
    ? { total: likelyOf(exact.total, networkFee), max: exact.maxTotal }
    : await roughFee(chain, account, { built, approvals, method }, networkFee)
  const spent = from.address === undefined ? amount : 0n
  const problems: readonly SwapProblem[] = [
    ...(fee && native < fee.max + spent ? (['fee'] as const) : []),
    ...(simulated.status === 'fails' ? (['fails'] as const) : []),
  ]
  return {
    method,
    arrives: simulated.status === 'works' ? simulated.arrives : undefined,
    isChecked:
      simulated.status === 'works' && simulated.isComplete && simulated.exposures.length === 0,
    exposures: simulated.status === 'works' ? simulated.exposures : [],
    approvals,
    transaction: {
      to: built.to,
      value: built.value,
      data: built.data,
      ...(exact && feesOf(exact)),
    },
    fee,
    balance,
    problems,
  }
}

/**
 * The fees that the visitor sees, as fields of the transaction. On a network without EIP-1559 the
 * wallet sets the price.
 */
const feesOf = ({
  gas,
  max,
  maxPriorityFeePerGas,
}: EvmFee): Pick<EvmTransaction, 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> => ({
  gas,
  ...(maxPriorityFeePerGas !== undefined && { maxFeePerGas: max, maxPriorityFeePerGas }),
})

/**
 * The account's balances, and how much the spender may take of the token to give.
 * @throws the node's errors
 */
export async function readPosition(
  chain: Chain,
  { account, from }: Pick<SwapRequest, 'account' | 'from'>,
  spender: string,
): Promise<Position> {
  const read = (call: Call) =>
    chain.request('eth_call', [{ to: call.to, data: call.data }, 'latest']).then(quantityOf)
  const native = chain.quantity('eth_getBalance', [account, 'latest'])
  if (from.address === undefined)
    return native.then((balance) => ({ native: balance, balance, allowance: 0n }))
  const [ether, balance, allowance] = await Promise.all([
    native,
    read(balanceCall(from.address, account)),
    read(allowanceCall(from.address, account, spender)),
  ])
  return { native: ether, balance, allowance }
}

/**
 * The calls that set the allowance to exactly the amount. Some tokens accept a new allowance only
 * after the old allowance was set to 0.
 */
async function approvalsOf(
  chain: Chain,
  { account, from, amount }: SwapRequest,
  spender: string,
  allowance: bigint,
): Promise<readonly Call[]> {
  const token = from.address ?? ''
  const exact = approveCall(token, spender, amount)
  if (allowance === 0n) return [exact]
  const isTaken = await chain
    .request('eth_call', [{ from: account, to: token, data: exact.data }, 'latest'])
    .then(
      () => true,
      () => false,
    )
  return isTaken ? [exact] : [approveCall(token, spender, 0n), exact]
}

/**
 * Chooses the method of the swap, in this order of preference:
 * - allowance and swap as an atomic batch, if the wallet supports it
 * - a permit signature, if the token supports it
 * - one transaction after another, as one batch if the wallet takes several calls
 */
async function chooseMethod(
  kit: Kit,
  chain: Chain,
  { networkId, account, from, without = [] }: SwapRequest,
): Promise<SwapMethod> {
  const batching = without.includes('together')
    ? 'none'
    : await batchingOf(kit, { networkId, address: account })
  if (batching === 'atomic') return 'together'
  const token = from.address ?? ''
  if (
    from.hasPermit &&
    !without.includes('permit') &&
    (await readPermitDomain(chain, { token, owner: account, networkId }))
  )
    return 'permit'
  return batching === 'inOrder' ? 'together' : 'approve'
}
