import fc from 'fast-check'
import { encodeFunctionData, maxUint256, parseAbi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { decodeCall } from './decodeCall.ts'
import type { Address } from './Effect.ts'
import { functionNameOf, knownFunctions } from './functionNames.ts'
import { known } from './knownCalls.ts'
import { wrappedCurrencies } from './wrappedCurrencies.ts'

const [token, from, to, spender] = ['1', '2', '3', '4'].map(
  (digit) => `0x${digit.repeat(40)}` as Address,
) as [Address, Address, Address, Address]
const abi = parseAbi([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function increaseApproval(address,uint256)',
  'function decreaseApproval(address,uint256)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'function setApprovalForAll(address,bool)',
  'function deposit()',
  'function withdraw(uint256)',
  'function multicall(bytes[])',
  'function multicall(uint256,bytes[])',
  'function selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)',
  'function selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)',
  'function selfPermitAllowed(address,uint256,uint256,uint8,bytes32,bytes32)',
  'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
])
const encode = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
const networkId = 'eip155:1'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const decode = (data: string, contract: Address = token) =>
  decodeCall({ to: contract, from, data, networkId })

test('the selector of each known function fits its signature', () => {
  for (const [selector, signature] of knownFunctions)
    expect(`0x${selector}`).toBe(toFunctionSelector(signature))
  expect(functionNameOf('7ff36ab5')).toBe('swapExactETHForTokens')
  for (const selector of ['constructor', 'toString', ''])
    expect(functionNameOf(selector)).toBeUndefined()
  for (const [selector, { signature }] of known)
    expect(`0x${selector}`).toBe(toFunctionSelector(signature))
})

test('transfers, approvals and deposits of any amount are decoded', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), (amount) => {
      expect(decode(encode('transfer', [to, amount]))).toEqual({ kind: 'send', token, to, amount })
      expect(decode(encode('transferFrom', [from, to, amount]))).toEqual({
        kind: 'move',
        token,
        from,
        to,
        amount,
      })
      expect(decode(encode('approve', [spender, amount]))).toEqual({
        kind: 'allow',
        token,
        spender,
        amount,
      })
      expect(decode(encode('increaseAllowance', [spender, amount]))).toEqual({
        kind: 'allow',
        token,
        spender,
        amount,
        isMore: true,
      })
      expect(decode(encode('increaseApproval', [spender, amount]))).toEqual({
        kind: 'allow',
        token,
        spender,
        amount,
        isMore: true,
      })
      expect(decode(encode('decreaseApproval', [spender, amount]))).toEqual({
        kind: 'lessen',
        token,
        spender,
        amount,
      })
      expect(decode(encode('withdraw', [amount]), weth)).toEqual({
        kind: 'unwrap',
        token: weth,
        amount,
      })
    }),
  )
  expect(decode(encode('deposit', []), weth)).toEqual({ kind: 'wrap', token: weth })
  expect(decode(encode('setApprovalForAll', [spender, true]))).toEqual({
    kind: 'allowAll',
    token,
    operator: spender,
    isAllowed: true,
  })
  expect(decode(encode('safeBatchTransferFrom', [from, to, [1n, 2n], [1n, 1n], '0x']))).toEqual({
    kind: 'pieces',
    token,
    from,
    to,
    count: 2,
  })
})

test('calls that transfer rights, votes, ownership or contract code are decoded', () => {
  const call = (signature: string, args: readonly unknown[], contract: Address = token) =>
    decode(
      encodeFunctionData({
        abi: parseAbi([`function ${signature}`] as unknown as readonly string[]),
        args,
      } as Parameters<typeof encodeFunctionData>[0]),
      contract,
    ) // viem's types require a literal
  const hash = `0x${'0'.repeat(64)}`
  expect(
    call('permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)', [
      from,
      spender,
      0n,
      0n,
      true,
      27,
      hash,
      hash,
    ]),
  ).toEqual({ kind: 'allow', token, spender, amount: maxUint256 })
  expect(
    call('permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)', [
      to,
      spender,
      0n,
      0n,
      true,
      27,
      hash,
      hash,
    ]),
  ).toMatchObject({ kind: 'unknown' })
  for (const name of ['authorizeOperator(address)', 'revokeOperator(address)'])
    expect(call(name, [spender])).toEqual({
      kind: 'allowAll',
      token,
      operator: spender,
      isAllowed: name.startsWith('auth'),
    })
  expect(call('setOperator(address,bool)', [spender, true])).toEqual({
    kind: 'allowAll',
    token,
    operator: spender,
    isAllowed: true,
  })
  expect(call('allow(address,bool)', [spender, true])).toEqual({
    kind: 'control',
    at: token,
    agent: spender,
    isAllowed: true,
  })
  expect(call('delegate(address)', [to])).toEqual({ kind: 'votes', token, delegate: to })
  for (const name of ['transferOwnership(address)', 'setOwner(address)', 'changeAdmin(address)'])
    expect(call(name, [to])).toEqual({ kind: 'ownership', at: token, owner: to })
  expect(call('upgradeTo(address)', [to])).toEqual({ kind: 'upgrade', at: token, code: to })
  expect(call('upgradeToAndCall(address,bytes)', [to, '0x12'])).toEqual({
    kind: 'upgrade',
    at: token,
    code: to,
  })
  expect(
    call(
      'transferFrom(address,address,uint160,address)',
      [from, to, 5n, token],
      '0x000000000022d473030f116ddee9f6b43ac78ba3',
    ),
  ).toEqual({ kind: 'move', token, from, to, amount: 5n })
  expect(
    call(
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      [to, 0n, '0x', 1, 0n, 0n, 0n, to, to, '0x'],
    ),
  ).toMatchObject({ kind: 'unknown' })
})

test('a permit is decoded only when the account is its owner', () => {
  const hash = `0x${'0'.repeat(64)}`
  expect(decode(encode('permit', [from, spender, 5n, 9n, 27, hash, hash]))).toEqual({
    kind: 'allow',
    token,
    spender,
    amount: 5n,
  })
  expect(decode(encode('permit', [to, spender, 5n, 9n, 27, hash, hash]))).toMatchObject({
    kind: 'unknown',
  })
})

test('a permit through a router allows the router the amount, or an unlimited amount for a permit in Dai’s form', () => {
  const hash = `0x${'0'.repeat(64)}`
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), (amount) => {
      for (const name of ['selfPermit', 'selfPermitIfNecessary']) {
        const inner = encode(name, [token, amount, 9n, 27, hash, hash])
        expect(decode(inner, spender)).toEqual({ kind: 'allow', token, spender, amount })
        expect(decode(encode('multicall', [9n, [inner, '0xdeadbeef']]), spender)).toMatchObject({
          kind: 'several',
          parts: [{ kind: 'allow', token, spender, amount }, { kind: 'unknown' }],
        })
      }
    }),
  )
  expect(decode(encode('selfPermitAllowed', [token, 3n, 9n, 27, hash, hash]), spender)).toEqual({
    kind: 'allow',
    token,
    spender,
    amount: maxUint256,
  })
})

test('a deposit is decoded only at the contract that wraps the currency of the network', () => {
  for (const data of [encode('deposit', []), encode('withdraw', [5n])]) {
    expect(decode(data)).toMatchObject({ kind: 'unknown', to: token })
    expect(decodeCall({ to: weth, from, data, networkId: 'eip155:137' })).toMatchObject({
      kind: 'unknown',
      to: weth,
    })
  }
  for (const address of Object.values(wrappedCurrencies))
    expect(address).toMatch(/^0x[0-9a-f]{40}$/)
})

test('each part of a multicall is decoded, and the nesting has a limit', () => {
  const inner = encode('approve', [spender, 7n])
  expect(decode(encode('multicall', [[inner, '0xdeadbeef']]))).toEqual({
    kind: 'several',
    to: token,
    parts: [
      { kind: 'allow', token, spender, amount: 7n },
      { kind: 'unknown', to: token, selector: 'deadbeef', bytes: 4 },
    ],
  })
  const deep = Array.from({ length: 20 }).reduce<string>(
    (data) => encode('multicall', [[data]]),
    inner,
  )
  expect(JSON.stringify(decode(deep))).toContain('"unknown"')
})

test('a call without a recipient is of the kind `create`, and a call without data of the kind `plain`', () => {
  expect(decodeCall({ from, data: '0x6080', networkId })).toEqual({ kind: 'create', bytes: 2 })
  expect(decode('0x')).toEqual({ kind: 'plain', to: token })
})

test('cut data, addresses longer than 20 bytes and invalid booleans are of the kind `unknown`', () => {
  const whole = encode('approve', [spender, 1n])
  for (let length = 4; length < whole.length; length += 2)
    expect(decode(whole.slice(0, length)).kind).toMatch(/^(unknown|plain)$/)
  expect(decode(`0x095ea7b3${'f'.repeat(128)}`).kind).toBe('unknown')
  expect(decode(`0xa22cb465${'0'.repeat(24)}${'4'.repeat(40)}${'2'.padStart(64, '0')}`).kind).toBe(
    'unknown',
  )
})

test('any bytes after any known selector are decoded without an error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...known.keys()),
      fc.uint8Array({ maxLength: 400 }),
      (selector, bytes) => {
        const tail = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
        expect(decode(`0x${selector}${tail}`).kind).toBeTypeOf('string')
        expect(decode(`0x${selector}${'0'.repeat(60)}20${tail}`).kind).toBeTypeOf('string')
      },
    ),
  )
})

test('a call of `approve` in the form of Permit2 at another contract is of the kind `unknown`', () => {
  const data = encodeFunctionData({
    abi: parseAbi(['function approve(address,address,uint160,uint48)']),
    args: [token, spender, 0n, 0],
  })
  expect(decode(data, '0x000000000022d473030f116ddee9f6b43ac78ba3')).toEqual({
    kind: 'allow',
    token,
    spender,
    amount: 0n,
    until: 0n,
  })
  expect(decode(data, to)).toMatchObject({ kind: 'unknown', to })
})

const exactCalls: readonly (readonly [string, string])[] = [
  ['approve', encode('approve', [spender, 7n])],
  ['transfer', encode('transfer', [to, 7n])],
  [
    'safeBatchTransferFrom',
    encode('safeBatchTransferFrom', [from, to, [1n, 2n], [1n, 1n], '0x1234']),
  ],
  ['multicall', encode('multicall', [[encode('approve', [spender, 7n]), '0xdeadbeef']])],
]

test.each(exactCalls)(
  'bytes after the arguments of %s are reported next to the decoded call',
  (_, data) => {
    const effect = decode(data)
    expect(effect.kind).not.toBe('unknown')
    for (const more of ['00', 'ab', '0'.repeat(64), '11'.repeat(20)])
      expect(decode(data + more)).toEqual({
        kind: 'several',
        to: token,
        parts: [effect, { kind: 'unknown', to: token, selector: '', bytes: more.length / 2 }],
      })
  },
)

test('a list with a gap, a shared offset or dirty padding is decoded, with an additional unknown part', () => {
  const selector = 'ac9650d8'
  const inner = encode('approve', [spender, 7n]).slice(2)
  const number = (value: number) => value.toString(16).padStart(64, '0')
  const filled = (fill: string) =>
    inner +
    fill.repeat((192 - (inner.length % 192)) / fill.length).slice(0, 192 - (inner.length % 192))
  const of = (head: string, ...words: string[]) => decode(`0x${selector}${head}${words.join('')}`)
  const allow = { kind: 'allow', token, spender, amount: 7n }
  expect(of(number(32), number(1), number(32), number(inner.length / 2), filled('0'))).toEqual({
    kind: 'several',
    to: token,
    parts: [allow],
  })
  const odd = [
    // a gap before the list
    of(number(64), number(0), number(1), number(32), number(inner.length / 2), filled('0')),
    // one offset for two items
    of(number(32), number(2), number(64), number(64), number(inner.length / 2), filled('0')),
    // padding that is not zero
    of(number(32), number(1), number(32), number(inner.length / 2), filled('f')),
    of(number(32), number(1), number(32), number(inner.length / 2), inner), // no padding
  ]
  for (const effect of odd)
    expect(effect).toMatchObject({
      kind: 'several',
      parts: [
        { kind: 'several', parts: expect.arrayContaining([allow]) },
        { kind: 'unknown', selector: '' },
      ],
    })
})

test('a deposit with additional bytes is of the kind `unknown`, as its parts would not show its value', () => {
  expect(decode(`${encode('deposit', [])}00`, weth)).toMatchObject({ kind: 'unknown' })
})
