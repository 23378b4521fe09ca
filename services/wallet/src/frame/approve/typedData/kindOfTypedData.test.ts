import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { Effect } from '../decode/Effect.ts'
import { describeEffect } from '../transaction/describeEffect.ts'
import { messages } from '../transaction/messages.ts'
import { effectsIn } from '../transaction/simulate/unreportedGrants.ts'
import { isUnknown, verdicts } from '../verdicts.ts'
import { describeSigned } from './describeSigned.ts'
import { actions } from './knownActions.ts'
import { orders } from './knownOrders.ts'
import { cancellations, delegates, permits } from './knownRights.ts'
import { messages as signed } from './messages.ts'
import { networkOfData } from './readDomain.ts'
import { itemOf, typeText } from './readTypes.ts'
import {
  contract,
  describe,
  kindOf,
  messageOf,
  network,
  nft,
  other,
  own,
  permit2,
  token,
  typesOf,
} from '../../testing/kindOf.ts'
import type { Change, Types } from '../../testing/kindOf.ts'

const known = [...permits, ...delegates, ...cancellations, ...orders, ...actions]
const knownTexts = known.filter(
  ({ type, hasWitness }) => !hasWitness && !type.includes('[2]'.repeat(4)),
)

test.each(knownTexts.map(({ type, kind }) => [type, kind] as const))(
  '%s is described',
  (type, kind) => {
    const decoded = kindOf(type, {
      domain: { verifyingContract: type.startsWith('Permit') ? permit2 : contract },
      message: { gasPrice: 0, feeAmount: 0 },
    })
    expect(decoded).toMatchObject({ kind })
    expect(verdicts[decoded.kind]).toBe('described')
    expect(decoded.fault).toBeUndefined()
    for (const effect of decoded.effects.flatMap(effectsIn))
      expect(describe(effect).title).not.toBe('')
  },
)

test.each(knownTexts.map(({ type }) => type))(
  'data without a contract, or with the account itself as the contract, is refused: %s',
  (type) => {
    for (const domain of [
      { verifyingContract: undefined },
      { verifyingContract: `0x${'0'.repeat(40)}` },
      { verifyingContract: own },
    ])
      expect(verdicts[kindOf(type, { domain }).kind]).toBe('refused')
  },
)

test('a known type with a changed name, member, type or order is not described', () => {
  const change = fc.constantFrom(
    'rename struct',
    'rename member',
    'retype',
    'add',
    'remove',
    'swap',
    'case',
  )
  fc.assert(
    fc.property(fc.constantFrom(...knownTexts), fc.nat(), change, ({ type: text }, seed, how) => {
      const { primaryType, types } = typesOf(text)
      const names = Object.keys(types)
      const struct = names[seed % names.length] ?? ''
      const members = types[struct] ?? []
      const index = seed % members.length
      const member = members[index]
      if (!member) return
      const renamed = (from: string, to: string): Types =>
        Object.fromEntries(
          Object.entries(types).map(([name, list]) => [
            name === from ? to : name,
            list.map((one) =>
              itemOf(one.type) === from ? { ...one, type: one.type.replace(from, to) } : one,
            ),
          ]),
        )
      const withMembers = (list: readonly { name: string; type: string }[]): Types => ({
        ...types,
        [struct]: [...list],
      })
      const next = members[(index + 1) % members.length] ?? member
      const changed: Record<typeof how, () => Types> = {
        'rename struct': () => renamed(struct, `${struct}V2`),
        case: () => renamed(struct, struct.toLowerCase()),
        'rename member': () =>
          withMembers(members.with(index, { ...member, name: `${member.name}_` })),
        retype: () =>
          withMembers(
            members.with(index, {
              ...member,
              type: member.type === 'uint256' ? 'uint160' : 'uint256',
            }),
          ),
        add: () => withMembers(members.toSpliced(index, 0, { name: 'more', type: 'uint256' })),
        remove: () => withMembers(members.toSpliced(index, 1)),
        swap: () =>
          withMembers(members.with(index, next).with((index + 1) % members.length, member)),
      }
      const all = changed[how]()
      const primary =
        names.indexOf(primaryType) >= 0 && !all[primaryType]
          ? (Object.keys(all)[names.indexOf(primaryType)] ?? '')
          : primaryType
      // by chance, the change resulted in a known type
      if (knownTexts.some(({ type }) => type === typeText(all, primary))) return
      const { kind } = kindOf(text, { types: () => all, primaryType: primary })
      expect(verdicts[kind]).not.toBe('described')
    }),
    { numRuns: 2_000 },
  )
})

test('data of an unknown type has an unknown kind, whatever its names are', () => {
  for (const text of [
    'Login(address account,string statement)',
    'Claim(address to,uint256 amount)',
    'Mail(string text)',
    'Vote(bool yes)',
    'Empty()',
    'Transfer(address recipient,uint256 value)',
    'SetApprovalForAll(address operator,bool approved)',
    'Root(bytes32 root)',
    'Agent(string source,bytes32 connectionId)',
  ]) {
    expect(isUnknown(kindOf(text).kind), text).toBe(true)
  }
})

test.each([
  ['Kernel(bytes32 hash)'],
  ['SafeMessage(bytes message)'],
  ['CoinbaseSmartWalletMessage(bytes32 hash)'],
  ['PersonalSign(bytes prefixed)'],
])('%s has the kind `wrappedHash`', (text) => {
  expect(kindOf(text).kind).toBe('wrappedHash')
})

const caveat = 'Caveat(address enforcer,bytes terms)'
const delegation = `Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)${caveat}`
const operation =
  '(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)'

test.each<[string, string, Change?]>([
  ['delegation', delegation],
  ['delegation', `Batch(Delegation[] list)${caveat}${delegation}`],
  ['delegation', delegation.replace('Delegation(', 'Permission(')],
  ['delegation', 'Delegation(address delegate,bytes32 authority)'],
  ['delegation', 'Mail(string text)', { domain: { name: 'DelegationManager' } }],
  ['delegation', 'Mail(string text)', { domain: { name: 'delegation manager' } }],
  [
    'delegation',
    'Mail(string text)',
    { domain: { verifyingContract: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3' } },
  ],
  ['ownDomain', 'Mail(string text)', { domain: { verifyingContract: own } }],
  ['ownDomain', `PackedUserOperation${operation}`, { domain: { verifyingContract: own } }],
  [
    'ownDomain',
    'TypedDataSign(Mail contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)Mail(string text)',
  ],
  ['userOperation', `PackedUserOperation${operation}`],
  ['userOperation', `UserOperation${operation.replace('callData', 'data')}`],
  ['userOperation', `Operation${operation}`],
  [
    'userOperation',
    'SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData,uint128 verificationGasLimit,address entryPoint)',
  ],
  ['userOperation', 'Mail(bytes32 userOpHash)', { domain: { name: 'ERC4337' } }],
  [
    'userOperation',
    'Mail(bytes32 hash)',
    { domain: { verifyingContract: '0x0000000071727De22E5E9d8BAf0edAc6f37da032' } },
  ],
  [
    'userOperation',
    'Mail(bytes32 hash)',
    { domain: { verifyingContract: '0x433709009B8330FDa32311DF1C2AFA402eD8D009' } },
  ],
])('data of the kind %s is refused: %s', (kind, text, change) => {
  expect(kindOf(text, change).kind).toBe(kind)
  expect(verdicts[kindOf(text, change).kind]).toBe('refused')
})

const authorization =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'

test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])(
  'the description of %s names the recipient, the amount and the end, and has the level `danger`',
  (name) => {
    const { effects } = kindOf(`${name}(${authorization})`, {
      domain: { verifyingContract: token },
      message: { from: own, to: other, value: '1000000000000', validBefore: 1_999_999_999 },
    })
    expect(effects).toEqual([
      { kind: 'release', token, to: other, amount: 1_000_000_000_000n, until: 1_999_999_999n },
    ])
    const { level, parties, why } = describe(effects[0] as Effect)
    expect(level).toBe('danger')
    expect(parties).toContainEqual({ name: 'To', address: other })
    expect(why).toContain('2033')
    expect(describe({ ...effects[0], until: 2n ** 256n - 1n } as Effect).why).toContain(
      'At any time.',
    )
  },
)

test.each<[string, string]>([
  [`TransferWithAuthorization(${authorization})`, 'from'],
  ['Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', 'owner'],
  ['MetaTransaction(uint256 nonce,address from,bytes functionSignature)', 'from'],
])('data of another account has the fault `owner`: %s', (text, member) => {
  expect(kindOf(text, { message: { [member]: other } }).fault).toBe('owner')
})

const item =
  '(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const components =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
const items = `ConsiderationItem${item},address recipient)OfferItem${item})`
const offered = { itemType: 2, token: nft, identifierOrCriteria: 7, startAmount: 1, endAmount: 1 }
const permitOf = (amount: number, recipient: string) => ({
  itemType: 0,
  token: `0x${'0'.repeat(40)}`,
  identifierOrCriteria: 0,
  startAmount: amount + 5,
  endAmount: amount,
  recipient,
})

test('a Seaport order is described by the items it gives and the minimum that the account gets', () => {
  const { effects } = kindOf(`${components}${items}`, {
    message: {
      offer: [offered],
      consideration: [permitOf(10, own), permitOf(3, other)],
      endTime: 9,
    },
  })
  expect(effects).toEqual([
    {
      kind: 'trade',
      at: contract,
      given: [{ kind: 'piece', token: nft, id: 7n, amount: 1n }],
      taken: [
        { kind: 'currency', amount: 10n },
        { kind: 'currency', amount: 3n, to: other },
      ],
      until: 9n,
    },
  ])
  expect(describe(effects[0] as Effect).title).toContain('Offer')
})

test('an order that gives the account no items is shown as giving away', () => {
  for (const consideration of [[], [permitOf(0, own)], [permitOf(10, other)]]) {
    const { effects } = kindOf(`${components}${items}`, {
      message: { offer: [offered], consideration },
    })
    expect(describe(effects[0] as Effect)).toMatchObject({
      level: 'danger',
      title: expect.stringContaining('Give away'),
    })
  }
})

test('each order of a tree is described, and a tree with an order of another account is not', () => {
  const tree = `BulkOrder(OrderComponents[2][2] tree)${items}${components}`
  const order = (offer: object[], offerer = own) => ({
    ...(messageOf(typesOf(`${components}${items}`).types, 'OrderComponents', {
      offer,
      consideration: [],
    }) as object),
    offerer,
  })
  const leaves = [
    [order([offered]), order([])],
    [order([offered]), order([offered])],
  ]
  expect(kindOf(tree, { message: { tree: leaves } }).effects).toHaveLength(3)
  expect(
    kindOf(tree, {
      message: {
        tree: [
          [order([offered]), order([offered], other)],
          [order([]), order([])],
        ],
      },
    }).kind,
  ).toBe('otherData')
})

const oneInch =
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)'
const cow =
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)'

test('an order of CoW or 1inch names its recipient, and a 1inch order with an extension shows no payment', () => {
  expect(
    kindOf(cow, {
      message: {
        sellToken: token,
        buyToken: nft,
        receiver: other,
        sellAmount: 100,
        feeAmount: 5,
        buyAmount: 9,
        validTo: 77,
      },
    }).effects,
  ).toEqual([
    {
      kind: 'trade',
      at: contract,
      given: [{ kind: 'token', token, amount: 105n }],
      taken: [{ kind: 'token', token: nft, amount: 9n, to: other }],
      until: 77n,
    },
  ])
  const order = {
    makerAsset: token,
    takerAsset: nft,
    makingAmount: 3,
    takingAmount: 4,
    receiver: `0x${'0'.repeat(40)}`,
  }
  expect(
    kindOf(oneInch, { message: { ...order, makerTraits: String(99n << 80n) } }).effects,
  ).toEqual([
    {
      kind: 'trade',
      at: contract,
      given: [{ kind: 'token', token, amount: 3n }],
      taken: [{ kind: 'token', token: nft, amount: 4n }],
      until: 99n,
    },
  ])
  expect(
    kindOf(oneInch, { message: { ...order, makerTraits: String(1n << 249n) } }).effects,
  ).toEqual([
    { kind: 'trade', at: contract, given: [{ kind: 'token', token, amount: 3n }], taken: [] },
  ])
})

const approve = encodeFunctionData({
  abi: parseAbi(['function approve(address,uint256)']),
  args: [other as `0x${string}`, 2n ** 256n - 1n],
})
const safeTx =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)'

test('the call that a Safe or a forwarder executes is described', () => {
  expect(
    kindOf(safeTx, { message: { to: token, data: approve, operation: 0, gasPrice: 0 } }).effects,
  ).toEqual([
    {
      kind: 'safe',
      safe: contract,
      part: { kind: 'allow', token, spender: other, amount: 2n ** 256n - 1n },
      value: 1n,
      isDelegated: false,
    },
  ])
  expect(
    kindOf(safeTx, { message: { to: token, data: '0xdeadbeef', operation: 1, gasPrice: 0 } })
      .effects,
  ).toMatchObject([{ isDelegated: true, part: { kind: 'unknown' } }])
  // a gas refund may be as high as the Safe's whole balance
  expect(kindOf(safeTx, { message: { gasPrice: 1 } }).kind).toBe('otherData')
  expect(kindOf(safeTx, { message: { gasPrice: 0, operation: 2 } }).kind).toBe('otherData')
  expect(
    kindOf(
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
      { message: { to: token, data: approve, value: 0, deadline: 5 } },
    ).effects,
  ).toEqual([
    {
      kind: 'act',
      by: contract,
      part: { kind: 'allow', token, spender: other, amount: 2n ** 256n - 1n },
      value: 0n,
      until: 5n,
    },
  ])
  expect(
    kindOf('MetaTransaction(uint256 nonce,address from,bytes functionSignature)', {
      domain: { verifyingContract: token },
      message: { functionSignature: approve },
    }).effects,
  ).toMatchObject([{ part: { kind: 'allow', token, spender: other } }])
})

test('the description of a right names its end, or says that it has no end', () => {
  const [piece] = kindOf(
    'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
  ).effects
  expect(describe(piece as Effect).why).toContain('At any time.')
  const single = `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)`
  const [allowed] = kindOf(single, { message: { expiration: 1_999_999_999 } }).effects
  expect(describe(allowed as Effect).why).toContain('2033')
})

const permissions = 'TokenPermissions(address token,uint256 amount)'
const swapped = 'Swap(address buyer,uint256 least)'
/** A signature for Permit2 that also signs the spender's task, the witness. */
const witnessed = (list: '' | '[]', witness = 'Swap witness') =>
  (list ? 'PermitBatchWitnessTransferFrom' : 'PermitWitnessTransferFrom') +
  `(TokenPermissions${list} permitted,address spender,uint256 nonce,uint256 deadline,${witness})${witness.startsWith('Swap') ? swapped : ''}${permissions}`
const permitted = {
  '': { token, amount: 7 },
  '[]': [
    { token, amount: 7 },
    { token: nft, amount: '9' },
  ],
}
const ofPermit2 = { domain: { name: 'Permit2', verifyingContract: permit2 } }

test.each(['', '[]'] as const)(
  'each token that Permit2 may move with a witness is shown: TokenPermissions%s',
  (list) => {
    for (const witness of ['Swap witness', 'bytes32 witness', 'Swap[] orders', 'uint256 x']) {
      const { kind, effects, fault } = kindOf(witnessed(list, witness), {
        ...ofPermit2,
        message: { permitted: permitted[list], spender: other, deadline: 1_999_999_999 },
      })
      const first = { kind: 'allow', token, spender: other, amount: 7n, until: 1_999_999_999n }
      expect(isUnknown(kind)).toBe(true) // only the witness says what the site does with the tokens
      expect({ kind, effects, fault }, witness).toEqual({
        kind: 'conditionalPermit',
        effects: list ? [first, { ...first, token: nft, amount: 9n }] : [first],
        fault: undefined,
      })
      expect(
        effects.map((effect) => describe(effect).parties?.some(({ address }) => address === other)),
      ).not.toContain(false)
    }
  },
)

test.each(['', '[]'] as const)(
  'a witness with another contract, without tokens or with a second witness is not described: TokenPermissions%s',
  (list) => {
    const message = { permitted: permitted[list], spender: other }
    expect(
      kindOf(witnessed(list), { ...ofPermit2, message, domain: { verifyingContract: contract } })
        .fault,
    ).toBe('contract')
    for (const verifyingContract of [undefined, own])
      expect(
        verdicts[kindOf(witnessed(list), { message, domain: { verifyingContract } }).kind],
      ).toBe('refused')
    for (const text of [
      witnessed(list, 'Swap witness,uint256 more'),
      witnessed(list, 'uint256 more,bytes32 witness'),
      witnessed(list).replace('uint256 amount', 'uint160 amount'),
      witnessed(list).replace('address spender,', ''),
      witnessed(list).replace('Permit', 'Pay'),
    ]) {
      expect(isUnknown(kindOf(text, { ...ofPermit2, message }).kind), text).toBe(true)
    }
    if (list)
      expect(
        isUnknown(
          kindOf(witnessed(list), { ...ofPermit2, message: { ...message, permitted: [] } }).kind,
        ),
      ).toBe(true)
  },
)

test('delegates of votes and managers of the account’s assets are named', () => {
  expect(
    kindOf('Delegation(address delegatee,uint256 nonce,uint256 expiry)', {
      message: { delegatee: other },
    }).effects,
  ).toEqual([{ kind: 'votes', token: contract, delegate: other }])
  const { effects } = kindOf(
    'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
    { message: { manager: other } },
  )
  expect(describe(effects[0] as Effect)).toMatchObject({
    level: 'danger',
    parties: [{ address: other }, { address: contract }],
  })
  expect(
    kindOf('PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)', {
      message: { operator: other },
    }).effects,
  ).toEqual([{ kind: 'allowAll', token: contract, operator: other, isAllowed: true }])
})

test.each(permits.filter(({ hasWitness }) => !hasWitness).map(({ type }) => type))(
  'a permit or a payment of any amount has the level `danger`: %s',
  (text) => {
    for (const amount of [1, 25_000_000]) {
      const message = {
        spender: other,
        operator: other,
        to: other,
        value: amount,
        amount,
        tokenId: amount,
        permitted: text.includes('[]') ? [{ token, amount }] : { token, amount },
      }
      const { effects } = kindOf(text, { domain: { verifyingContract: permit2 }, message })
      expect(effects).toHaveLength(1)
      for (const effect of effects) {
        expect(describe(effect).level).toBe('danger')
        expect(describe(effect).parties).toContainEqual(expect.objectContaining({ address: other }))
      }
    }
  },
)

const eee = `0x${'e'.repeat(40)}`
const zeroEx = [
  'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
  'RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)',
  'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
]

test.each([`0x${'0'.repeat(40)}`, eee])(
  'an order that is paid in a token without code is shown as giving away: %s',
  (empty) => {
    const none = new Map([[empty as `0x${string}`, { isCollection: false, isContract: false }]])
    const decoded = (text: string, message: Record<string, unknown>) => {
      const [effect] = kindOf(text, { message }).effects
      return describeEffect(effect as Effect, {
        account: own,
        network,
        value: 0n,
        tokens: none,
        words: messages.texts,
        locale: 'en',
        describeSigned: (one, options) => describeSigned(one, { ...options, signed: signed.texts }),
      })
    }
    for (const text of zeroEx) {
      const { title } = decoded(text, {
        makerToken: token,
        takerToken: empty,
        makerAmount: '1000',
        takerAmount: '5000000000000000000',
      })
      expect(title, text).toContain('Give away')
      expect(title, text).not.toContain('ETH')
    }
    expect(
      decoded(oneInch, {
        makerAsset: token,
        takerAsset: empty,
        makingAmount: 3,
        takingAmount: '5000000000000000000',
        makerTraits: 0,
      }).title,
    ).toContain('Give away')
  },
)

test('the address 0xeee… means the chain’s currency only as the token that a CoW order buys', () => {
  const order = {
    sellToken: token,
    buyToken: eee,
    receiver: own,
    sellAmount: 1,
    feeAmount: 0,
    buyAmount: 9,
  }
  expect(kindOf(cow, { message: order }).effects).toMatchObject([
    { taken: [{ kind: 'currency', amount: 9n }] },
  ])
  expect(
    kindOf(cow, { message: { ...order, sellToken: eee, buyToken: `0x${'0'.repeat(40)}` } }).effects,
  ).toMatchObject([{ given: [{ kind: 'token', token: eee }], taken: [{ kind: 'token' }] }])
})

test('an end of 0 is shown as no end, or as the deadline of the signature, but never as a day in 1970', () => {
  const forwards = [
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime)',
    'SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)',
  ]
  for (const text of forwards) {
    const [effect] = kindOf(text, {
      message: {
        to: token,
        target: token,
        data: approve,
        value: 0,
        validUntilTime: 0,
        userDeadline: 0,
      },
    }).effects
    expect(describe(effect as Effect).why, text).toContain('At any time.')
  }
  // With an expiration of 0, an allowance ends in the block in which it is used. That can be any
  // block before the signature ends. Permit2, BLOCK_TIMESTAMP_EXPIRATION
  for (const list of ['', '[]']) {
    const text = `Permit${list ? 'Batch' : 'Single'}(PermitDetails${list} details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)`
    const [allowed] = kindOf(text, {
      ...ofPermit2,
      message: { amount: 7, expiration: 0, sigDeadline: 1_999_999_999 },
    }).effects
    expect(describe(allowed as Effect).why, text).toContain('2033')
  }
})

test.each(['', '[]'] as const)(
  'a Permit2 transfer of the amount 0 is not described as the end of an allowance: TokenPermissions%s',
  (list) => {
    const text = `Permit${list ? 'Batch' : ''}TransferFrom(TokenPermissions${list} permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`
    const none = { token, amount: 0 }
    expect(
      isUnknown(
        kindOf(text, { ...ofPermit2, message: { permitted: list ? [none, none] : none } }).kind,
      ),
    ).toBe(true)
    if (list)
      expect(
        kindOf(text, {
          ...ofPermit2,
          message: { permitted: [none, { token: nft, amount: 4 }], spender: other },
        }).effects,
      ).toMatchObject([{ kind: 'allow', token: nft, amount: 4n }])
  },
)

test('data whose salt contains the account’s address has the kind `ownDomain`', () => {
  const digits = own.slice(2)
  for (const salt of [`0x${digits.padStart(64, '0')}`, `0x${digits.padEnd(64, '0')}`])
    expect(kindOf('ReplaySafeHash(bytes32 hash)', { domain: { salt } }).kind).toBe('ownDomain')
  expect(
    kindOf('ReplaySafeHash(bytes32 hash)', { domain: { salt: `0x${'00'.repeat(31)}01` } }).kind,
  ).toBe('wrappedHash')
})

test('inner calls are decoded for the network in the data’s domain', () => {
  const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
  const withdraw = encodeFunctionData({ abi: parseAbi(['function withdraw(uint256)']), args: [5n] })
  const message = { to: weth, data: withdraw, operation: 0, gasPrice: 0, value: 0 }
  expect(kindOf(safeTx, { message }).effects).toMatchObject([{ part: { kind: 'unwrap' } }])
  expect(kindOf(safeTx, { message, domain: { chainId: 137 } }).effects).toMatchObject([
    { part: { kind: 'unknown' } },
  ])
  expect(networkOfData({ chainId: 137n }, network)).toMatchObject({
    isOther: true,
    network: { currency: { symbol: 'wei', decimals: 0 } },
  })
  for (const domain of [{ chainId: 1n }, {}])
    expect(networkOfData(domain, network)).toEqual({ isOther: false, network })
})

/** Other types that move value or give a right, in the form of their protocols. */
const others: readonly string[] = [
  'Permit(address holder,address spender,uint256 amount,uint256 nonce,uint256 expiry)',
  'Permit(address owner,address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
  'PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,uint256 more)TokenPermissions(address token,uint256 amount)',
  'CreditDelegation(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
  'DelegationWithSig(address delegator,address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
  'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
  'MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,uint256 endTime,uint256 minPercentageToAsk,bytes params)',
  'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)',
  'Root(bytes32 root)',
  // types of Augustus and Delta (Paraswap, now Velora), Hashflow, X2Y2 (which signs a hash),
  // Farcaster, ENS, AirSwap, Bebop, Across
  'Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)',
  'OrderNFT(uint256 nonceAndMeta,uint128 expiry,uint256 makerAsset,uint256 makerAssetId,uint256 takerAsset,uint256 takerAssetId,address maker,address taker,uint256 makerAmount,uint256 takerAmount)',
  'Order(address owner,address beneficiary,address srcToken,address destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedDestAmount,uint256 deadline,uint256 nonce,bytes permit)',
  'Quote(bytes32 txid,address trader,address effectiveTrader,address externalAccount,address baseToken,address quoteToken,uint256 baseTokenAmount,uint256 quoteTokenAmount,uint256 nonce,uint256 quoteExpiry)',
  'Order(uint256 salt,address user,uint256 network,uint256 intent,uint256 delegateType,uint256 deadline,address currency,bytes dataMask,OrderItem[] items)OrderItem(uint256 price,bytes data)',
  'Register(address to,address recovery,uint256 nonce,uint256 deadline)',
  'Transfer(uint256 fid,address to,uint256 nonce,uint256 deadline)',
  'Add(address owner,uint32 keyType,bytes key,uint8 metadataType,bytes metadata,uint256 nonce,uint256 deadline)',
  'SignedKeyRequest(uint256 requestFid,bytes key,uint256 deadline)',
  'SetName(bytes32 node,address owner,uint256 expiry)',
  'SignerProof(address signer,uint256 expiration)',
  'SingleOrder(uint64 partner_id,uint256 expiry,address taker_address,address maker_address,uint256 maker_nonce,address taker_token,address maker_token,uint256 taker_amount,uint256 maker_amount,address receiver,uint256 packed_commands)',
  'OrderERC20(uint256 nonce,uint256 expiry,address signerWallet,address signerToken,uint256 signerAmount,uint256 protocolFee,address senderWallet,address senderToken,uint256 senderAmount)',
  'UpdateDepositDetails(uint256 depositId,uint256 originChainId,uint256 updatedOutputAmount,bytes32 updatedRecipient,bytes updatedMessage)',
  'ZeroExTransaction(uint256 salt,uint256 expirationTimeSeconds,uint256 gasPrice,address signerAddress,bytes data)',
  'Order(address makerAddress,address takerAddress,address feeRecipientAddress,address senderAddress,uint256 makerAssetAmount,uint256 takerAssetAmount,uint256 makerFee,uint256 takerFee,uint256 expirationTimeSeconds,uint256 salt,bytes makerAssetData,bytes takerAssetData,bytes makerFeeAssetData,bytes takerFeeAssetData)',
  'MetaTransactionDataV2(address signer,address sender,uint256 expirationTimeSeconds,uint256 salt,bytes callData,address feeToken,MetaTransactionFeeData[] fees)MetaTransactionFeeData(address recipient,uint256 amount)',
  'ERC721Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)',
  'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
  'GaslessCrossChainOrder(address originSettler,address user,uint256 nonce,uint256 originChainId,uint32 openDeadline,uint32 fillDeadline,bytes32 orderDataType,bytes orderData)',
  'RelayRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime,RelayData relayData)RelayData(uint256 maxFeePerGas,address paymaster,bytes paymasterData)',
  'Agent(string source,bytes32 connectionId)',
  'DelegateBySig(address delegator,address[] delegatedExecutors,bool[] approvals,uint256 nonce,uint256 deadline)',
  'BurnIntent(uint256 maxBlockHeight,uint256 maxFee,TransferSpec spec)TransferSpec(uint32 version,bytes32 sourceDepositor,bytes32 destinationRecipient,uint256 value)',
  'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason,string app,string metadata)',
  'dYdX(string action,string onlySignOn)',
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce,bytes32 more)',
]

test.each(others)(
  'data of the unknown type %s has no effects, and its kind is unknown or refused',
  (text) => {
    const { kind, effects } = kindOf(text)
    expect([isUnknown(kind) || verdicts[kind] === 'refused', effects]).toEqual([true, []])
  },
)
