import type { Address, Asset, Effect } from '../decode/Effect.ts'
import type { DataContext, KnownData } from './KnownData.ts'
import { addressAt, bytesAt, numberAt, structsAt } from './members.ts'
import type { Struct, TypedValue } from './readTypedData.ts'

const zeroAddress = `0x${'0'.repeat(40)}`
/**
 * The address that CoW uses for the chain's currency as the bought token. Source:
 * GPv2Transfer, `BUY_ETH_ADDRESS`
 */
const bought: string = `0x${'e'.repeat(40)}`
/**
 * A token. Addresses by which other exchanges mean the chain's currency count as tokens, too: the
 * 0x protocol calls them like tokens, and accepts a call to an address without code as a payment.
 */
const tokenOf = (token: Address, amount: bigint): Asset => ({ kind: 'token', token, amount })
/** An asset with its receiver, if the receiver is not the signing account. */
const forOf = (asset: Asset, to: Address, account: Address) => ({
  ...asset,
  ...(to !== account && { to }),
})

type Sides = { given: Asset; taken?: Asset; receiver?: Address; until?: bigint | undefined }
function trade(
  { given, taken, receiver, until }: Sides,
  { contract: at, account }: DataContext,
): readonly Effect[] {
  const to = receiver === undefined || receiver === zeroAddress ? account : receiver
  return [
    {
      kind: 'trade',
      at,
      given: [given],
      taken: taken === undefined ? [] : [forOf(taken, to, account)],
      ...(until !== undefined && { until }),
    },
  ]
}

/** Reads what 0x's orders give and take. */
const zeroEx =
  (untilOf: (message: Struct) => bigint): KnownData['effectsOf'] =>
  (message, context) =>
    trade(
      {
        given: tokenOf(addressAt(message, 'makerToken'), numberAt(message, 'makerAmount')),
        taken: tokenOf(addressAt(message, 'takerToken'), numberAt(message, 'takerAmount')),
        until: untilOf(message),
      },
      context,
    )
const expiryOf = (message: Struct) => numberAt(message, 'expiry')

/**
 * Reads what 1inch's orders give and take. With `hasMore`, the order has an unsigned part that may
 * change the received assets.
 */
const oneInch =
  (
    hasMore: (message: Struct) => boolean,
    untilOf: (message: Struct) => bigint | undefined,
  ): KnownData['effectsOf'] =>
  (message, context) => {
    const given = tokenOf(addressAt(message, 'makerAsset'), numberAt(message, 'makingAmount'))
    const taken = tokenOf(addressAt(message, 'takerAsset'), numberAt(message, 'takingAmount'))
    return trade(
      {
        given,
        ...(!hasMore(message) && { taken }),
        receiver: addressAt(message, 'receiver'),
        until: untilOf(message),
      },
      context,
    )
  }
const boughtBy = (message: Struct): Asset => {
  const [token, amount] = [addressAt(message, 'buyToken'), numberAt(message, 'buyAmount')]
  return token === bought ? { kind: 'currency', amount } : tokenOf(token, amount)
}
/**
 * Fields of `makerTraits`: an extension flag, and the end in seconds since 1970, if there is
 * one. 1inch Limit Order Protocol v4
 */
const hasExtension = (message: Struct) => ((numberAt(message, 'makerTraits') >> 249n) & 1n) === 1n
const traitsEnd = (message: Struct) =>
  (numberAt(message, 'makerTraits') >> 80n) & ((1n << 40n) - 1n) || undefined

const item =
  '(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const components = `OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)`
const items = `ConsiderationItem${item},address recipient)OfferItem${item})`

/**
 * Reads a Seaport order. An amount that changes over time is shown as the worse of its start and
 * end.
 */
function seaport(
  message: Struct,
  { contract: at, account }: DataContext,
): readonly Effect[] | undefined {
  const assetIn = (item: Struct, isOffered: boolean): Asset | undefined => {
    const [start, end] = [numberAt(item, 'startAmount'), numberAt(item, 'endAmount')]
    const amount = start > end === isOffered ? start : end
    const [token, id, type] = [
      addressAt(item, 'token'),
      numberAt(item, 'identifierOrCriteria'),
      numberAt(item, 'itemType'),
    ]
    if (type === 0n) return { kind: 'currency', amount }
    if (type === 1n) return { kind: 'token', token, amount }
    return type <= 5n
      ? { kind: 'piece', token, id: type <= 3n ? id : undefined, amount }
      : undefined
  }
  const given = structsAt(message, 'offer').map((item) => assetIn(item, true))
  const taken = structsAt(message, 'consideration').map((item) => {
    const asset = assetIn(item, false)
    return asset && forOf(asset, addressAt(item, 'recipient'), account)
  })
  const known = {
    given: given.filter((item) => item !== undefined),
    taken: taken.filter((item) => item !== undefined),
  }
  if (known.given.length !== given.length || known.taken.length !== taken.length) return undefined
  return [{ kind: 'trade', at, ...known, until: numberAt(message, 'endTime') }]
}

/** Reads Seaport orders that are signed as a tree: every leaf is an order. */
function seaportTree(message: Struct, context: DataContext): readonly Effect[] | undefined {
  const leavesOf = (value: TypedValue | undefined): readonly Struct[] =>
    Array.isArray(value) ? value.flatMap(leavesOf) : [value as Struct] // every leaf is an order
  const leaves = leavesOf(message['tree']).filter(
    (leaf) => structsAt(leaf, 'offer').length + structsAt(leaf, 'consideration').length > 0,
  ) // empty orders only pad the tree
  if (leaves.some((leaf) => addressAt(leaf, 'offerer') !== context.account)) return undefined
  const effects = leaves.map((leaf) => seaport(leaf, context))
  return effects.includes(undefined) ? undefined : effects.flatMap((item) => item ?? [])
}

/** The possible heights of a tree of orders. Seaport 1.2 */
const heights = Array.from({ length: 24 }, (_, index) => '[2]'.repeat(index + 1))

/** Orders of exchanges. Seaport, CoW, 0x v4, 1inch Limit Order Protocol v3 and v4 (Fusion too) */
export const orders: readonly KnownData[] = [
  { kind: 'order', owner: 'offerer', type: `${components}${items}`, effectsOf: seaport },
  ...heights.map(
    (height): KnownData => ({
      kind: 'order',
      type: `BulkOrder(OrderComponents${height} tree)ConsiderationItem${item},address recipient)OfferItem${item})${components}`,
      effectsOf: seaportTree,
    }),
  ),
  {
    kind: 'order',
    type: 'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    effectsOf: (message, context) =>
      trade(
        {
          given: tokenOf(
            addressAt(message, 'sellToken'),
            numberAt(message, 'sellAmount') + numberAt(message, 'feeAmount'),
          ),
          taken: boughtBy(message),
          receiver: addressAt(message, 'receiver'),
          until: numberAt(message, 'validTo'),
        },
        context,
      ),
  },
  {
    kind: 'order',
    owner: 'maker',
    type: 'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
    effectsOf: zeroEx(expiryOf),
  },
  {
    kind: 'order',
    owner: 'maker',
    type: 'RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)',
    effectsOf: zeroEx(expiryOf),
  },
  {
    kind: 'order',
    owner: 'maker',
    type: 'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
    effectsOf: zeroEx((message) => numberAt(message, 'expiryAndNonce') >> 192n),
  },
  {
    kind: 'order',
    owner: 'maker',
    type: 'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
    effectsOf: oneInch(
      (message) => bytesAt(message, 'interactions') !== '0x',
      () => undefined,
    ),
  },
  {
    kind: 'order',
    owner: 'maker',
    type: 'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    effectsOf: oneInch(hasExtension, traitsEnd),
  },
]
