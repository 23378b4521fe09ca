import type { Address, Asset, Effect } from '../decode/Effect.ts'
import { permit2 } from '../decode/permit2.ts'
import type { DataContext, KnownData } from './KnownData.ts'
import { addressAt, numberAt, structAt, structsAt } from './members.ts'
import type { Struct } from './readTypedData.ts'

const zeroAddress = `0x${'0'.repeat(40)}`
const info =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)'
const dutchOutput =
  'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const permitOf = (witness: string) =>
  `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${witness} witness)`

/** The token that an order gives, its amount at first and at most, and the required outputs. */
type Sides = { token: Address; first: bigint; max: bigint; outputs: readonly Struct[] }

/**
 * An order inside a Permit2 permit. Only the contract that is the permit's spender can use it,
 * and only a known contract enforces the order. For other contracts the data is a permit with
 * conditions.
 * The known contract derives the permit from the order, so a permit that does not match its
 * order is unusable or means something else. Source: UniswapX, `BaseReactor`, `Permit2Lib`
 */
function order(
  reactors: Readonly<Record<string, Address>>,
  sidesOf: (witness: Struct) => Sides,
): KnownData['effectsOf'] {
  return (message, { contract, account, networkId }) => {
    const [witness, permitted, spender] = [
      structAt(message, 'witness'),
      structAt(message, 'permitted'),
      addressAt(message, 'spender'),
    ]
    const about = structAt(witness, 'info')
    const { token, first, max, outputs } = sidesOf(witness)
    const isKnown =
      contract === permit2[0] &&
      Object.hasOwn(reactors, networkId) &&
      reactors[networkId] === spender &&
      addressAt(about, 'reactor') === spender &&
      addressAt(about, 'swapper') === account
    const fits =
      addressAt(permitted, 'token') === token &&
      numberAt(permitted, 'amount') === max &&
      first <= max &&
      ['nonce', 'deadline'].every((name) => numberAt(message, name) === numberAt(about, name))
    if (!isKnown || !fits) return undefined
    return tradeOf(
      {
        at: spender,
        given: { kind: 'token', token, amount: max },
        outputs,
        until: numberAt(about, 'deadline'),
      },
      account,
    )
  }
}

function tradeOf(
  {
    at,
    given,
    outputs,
    until,
  }: { at: Address; given: Asset; outputs: readonly Struct[]; until: bigint },
  account: DataContext['account'],
): readonly Effect[] {
  const taken = outputs.map((output) => {
    const [token, to, amount] = [
      addressAt(output, 'token'),
      addressAt(output, 'recipient'),
      minOf(output),
    ]
    const asset: Asset =
      token === zeroAddress ? { kind: 'currency', amount } : { kind: 'token', token, amount }
    return { ...asset, ...(to !== account && { to }) }
  })
  return [{ kind: 'trade', at, given: [given], taken, until }]
}

/**
 * The minimum of an output. An amount falls from its start to its end; in a priority order it
 * only grows.
 */
function minOf(output: Struct): bigint {
  if ('amount' in output) return numberAt(output, 'amount')
  const [start, end] = [numberAt(output, 'startAmount'), numberAt(output, 'endAmount')]
  return start < end ? start : end
}

/**
 * Orders of UniswapX on networks where its contract is known. Source: the README and `src/lib`
 * of https://github.com/Uniswap/UniswapX
 */
export const uniswapXOrders: readonly KnownData[] = [
  {
    kind: 'order',
    type: `${permitOf('ExclusiveDutchOrder')}${dutchOutput}ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${info}${permissions}`,
    effectsOf: order({ 'eip155:1': '0x6000da47483062a0d734ba3dc7576ce6a0b645c4' }, (order) => ({
      token: addressAt(order, 'inputToken'),
      first: numberAt(order, 'inputStartAmount'),
      max: numberAt(order, 'inputEndAmount'),
      outputs: structsAt(order, 'outputs'),
    })),
  },
  {
    kind: 'order',
    type: `${permitOf('V2DutchOrder')}${dutchOutput}${info}${permissions}V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)`,
    effectsOf: order({ 'eip155:1': '0x00000011f84b9aa48e5f8aa8b9897600006289be' }, (order) => ({
      token: addressAt(order, 'baseInputToken'),
      first: numberAt(order, 'baseInputStartAmount'),
      max: numberAt(order, 'baseInputEndAmount'),
      outputs: structsAt(order, 'baseOutputs'),
    })),
  },
  {
    kind: 'order',
    type: `${permitOf('PriorityOrder')}${info}PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)${permissions}`,
    effectsOf: order({ 'eip155:8453': '0x000000001ec5656dcdb24d90dfa42742738de729' }, (order) => {
      const input = structAt(order, 'input')
      return {
        token: addressAt(input, 'token'),
        first: numberAt(input, 'amount'),
        max: numberAt(input, 'amount'),
        outputs: structsAt(order, 'outputs'),
      }
    }),
  },
]
