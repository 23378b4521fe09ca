import { expect, test } from 'vitest'
import type { Effect } from '../decode/Effect.ts'
import { isUnknown } from '../verdicts.ts'
import {
  contract,
  describe,
  kindOf,
  nft,
  other,
  own,
  permit2,
  token,
} from '../../testing/kindOf.ts'

const permissions = 'TokenPermissions(address token,uint256 amount)'
const dutchOutput =
  'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)'
const orderInfo =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)'
const witnessOf = (name: string) =>
  `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${name} witness)`
/**
 * The types of UniswapX orders as UniswapX's contracts hash them, each with the address of the
 * contract for the type.
 */
const uniswapX = {
  ExclusiveDutchOrder: {
    reactor: '0x6000da47483062a0d734ba3dc7576ce6a0b645c4',
    chainId: 1,
    text: `${witnessOf('ExclusiveDutchOrder')}${dutchOutput}ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${orderInfo}${permissions}`,
  },
  V2DutchOrder: {
    reactor: '0x00000011f84b9aa48e5f8aa8b9897600006289be',
    chainId: 1,
    text: `${witnessOf('V2DutchOrder')}${dutchOutput}${orderInfo}${permissions}V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)`,
  },
  PriorityOrder: {
    reactor: '0x000000001ec5656dcdb24d90dfa42742738de729',
    chainId: 8453,
    text: `${witnessOf('PriorityOrder')}${orderInfo}PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)${permissions}`,
  },
} as const
type XName = keyof typeof uniswapX

/**
 * An order that gives up to 100 of a token, and requires at least 9 for the account and 1 for
 * another.
 */
function xOrder(
  name: XName,
  change: {
    info?: object
    permitted?: object
    message?: object
    input?: object
    domain?: object
  } = {},
) {
  const { reactor, chainId, text } = uniswapX[name]
  const info = {
    reactor,
    swapper: own,
    nonce: '5',
    deadline: '1999999999',
    additionalValidationContract: own,
    additionalValidationData: '0x',
    ...change.info,
  }
  const outputs = [
    [9, own],
    [1, other],
  ]
    .map(([min, recipient]) => ({
      token: nft,
      startAmount: Number(min) + 3,
      endAmount: min,
      amount: min,
      mpsPerPriorityFeeWei: 0,
      recipient,
    }))
    .map(({ startAmount, endAmount, amount, mpsPerPriorityFeeWei, ...one }) =>
      name === 'PriorityOrder'
        ? { ...one, amount, mpsPerPriorityFeeWei }
        : { ...one, startAmount, endAmount },
    )
  const dutch = { inputToken: token, inputStartAmount: 90, inputEndAmount: 100, outputs }
  const parts = {
    ExclusiveDutchOrder: {
      decayStartTime: 1,
      decayEndTime: 2,
      exclusiveFiller: own,
      exclusivityOverrideBps: 0,
      ...dutch,
    },
    V2DutchOrder: {
      cosigner: other,
      baseInputToken: token,
      baseInputStartAmount: 90,
      baseInputEndAmount: 100,
      baseOutputs: outputs,
    },
    PriorityOrder: {
      cosigner: other,
      auctionStartBlock: 1,
      baselinePriorityFeeWei: 0,
      input: { token, amount: 100, mpsPerPriorityFeeWei: 0 },
      outputs,
    },
  }
  const message = {
    permitted: { token, amount: 100, ...change.permitted },
    spender: reactor,
    nonce: '5',
    deadline: '1999999999',
    witness: { info, ...parts[name], ...change.input },
    ...change.message,
  }
  return kindOf(text, {
    domain: { name: 'Permit2', verifyingContract: permit2, chainId, ...change.domain },
    message,
  })
}

test.each(Object.keys(uniswapX) as XName[])(
  'a UniswapX order is described by its given amount, its minimum payments, their recipients and its end: %s',
  (name) => {
    const { kind, effects, fault } = xOrder(name)
    expect({ kind, fault }).toEqual({ kind: 'order', fault: undefined })
    expect(effects).toEqual([
      {
        kind: 'trade',
        at: uniswapX[name].reactor,
        given: [{ kind: 'token', token, amount: 100n }],
        taken: [
          { kind: 'token', token: nft, amount: 9n },
          { kind: 'token', token: nft, amount: 1n, to: other },
        ],
        until: 1_999_999_999n,
      },
    ])
    expect(describe(effects[0] as Effect).level).toBe('danger')
  },
)

test.each(Object.keys(uniswapX) as XName[])(
  'a UniswapX order that its contract would reject, or another contract may use, is a conditional permit: %s',
  (name) => {
    const input =
      name === 'PriorityOrder'
        ? { input: { token: nft, amount: 100, mpsPerPriorityFeeWei: 0 } }
        : name === 'V2DutchOrder'
          ? { baseInputToken: nft }
          : { inputToken: nft }
    const outOfOrder =
      name === 'PriorityOrder'
        ? { input: { token, amount: 90, mpsPerPriorityFeeWei: 0 } }
        : name === 'V2DutchOrder'
          ? { baseInputStartAmount: 101 }
          : { inputStartAmount: 101 }
    for (const change of [
      { message: { spender: other } },
      { info: { reactor: other } },
      { message: { spender: other }, info: { reactor: other } },
      { info: { swapper: other } },
      { info: { nonce: '6' } },
      { info: { deadline: '7' } },
      { permitted: { amount: 101 } },
      { permitted: { token: nft } },
      { input },
      { input: outOfOrder },
      { domain: { chainId: 5 } },
      { domain: { verifyingContract: contract } },
    ]) {
      const { kind, effects } = xOrder(name, change)
      expect(
        [kind, isUnknown(kind), effects.map((effect) => effect.kind)],
        JSON.stringify(change),
      ).toEqual(['conditionalPermit', true, ['allow']])
    }
    for (const chainId of [undefined, 1, 8453])
      if (chainId !== uniswapX[name].chainId)
        expect(isUnknown(xOrder(name, { domain: { chainId } }).kind) || chainId === undefined).toBe(
          true,
        )
  },
)
