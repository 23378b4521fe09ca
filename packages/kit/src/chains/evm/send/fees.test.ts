import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { maxSendable } from '../../../domains/send/maxSendable.ts'
import { callIn, startTestNode, wordOf } from '../startTestNode.ts'
import type { NodeAnswer } from '../startTestNode.ts'
import { startTestPage } from '../startTestPage.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Chain } from '../provider/chain.ts'
import { readFee, readGasPrice } from './fees.ts'

beforeEach(() => void startTestPage())

const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ether = 10n ** 18n

/** Fee oracles of rollups: the address, and the fee that each selector returns. */
const oracles = {
  'OP before Fjord': {
    address: '0x420000000000000000000000000000000000000f',
    answers: { '0x49948e0e': 5n },
  },
  'OP since Fjord': {
    address: '0x420000000000000000000000000000000000000f',
    answers: { '0xf1c7a58b': 5n, '0x49948e0e': 4n },
  },
  'OP since Isthmus': {
    address: '0x420000000000000000000000000000000000000f',
    answers: { '0xf1c7a58b': 5n, '0x49948e0e': 4n, '0x275aedd2': 7n },
  },
  Scroll: { address: '0x5300000000000000000000000000000000000002', answers: { '0x49948e0e': 5n } },
  Morph: { address: '0x530000000000000000000000000000000000000f', answers: { '0x49948e0e': 5n } },
} as const

/** A node of a rollup. Its oracle answers the number in the table times `unit`. */
function rollup(
  { address, answers }: (typeof oracles)[keyof typeof oracles],
  unit: bigint,
): NodeAnswer {
  return (request) => {
    const { to, data } = callIn(request)
    if (to !== address) return undefined
    const known = new Map<string, bigint>(Object.entries(answers)).get(data.slice(0, 10))
    if (known === undefined) throw new Error('unknown selector')
    return wordOf(known * unit)
  }
}

describe.each(Object.entries(oracles))('fees on %s', (name, oracle) => {
  const charged = name === 'OP since Isthmus' ? 12n : 5n

  test('the fee includes the rollup’s data fee', async () => {
    const { chain } = await startTestNode(rollup(oracle, 10n ** 14n))
    const fee = await readFee(chain, self, { to: self, value: 1n })
    expect(fee.data).toBe(charged * 10n ** 14n)
    expect(fee.total).toBe(fee.gas * fee.expected + fee.data)
  })

  test('the maximum amount leaves enough for the gas and the data fee', async () => {
    let unit = 0n
    const { chain } = await startTestNode((request) => rollup(oracle, unit)(request))
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 0n, max: 10n ** 16n }), async (price) => {
        unit = price
        const fee = await readFee(chain, self, { to: self, value: 1n })
        expect(ether - maxSendable(ether, fee)).toBeGreaterThanOrEqual(
          21_000n * fee.max + charged * unit,
        )
      }),
      { numRuns: 10 },
    )
  })
})

/** A chain whose node throws this error for calls to contracts, and answers all other requests. */
async function startUnavailable(error: unknown, matches: (to: string) => boolean = () => true) {
  const { chain } = await startTestNode(rollup(oracles['OP since Fjord'], 10n ** 14n))
  const request: Chain['request'] = async (method, params) => {
    if (method === 'eth_call' && matches(callIn({ method, params }).to)) throw error
    return chain.request(method, params)
  }
  return { ...chain, request }
}

const outages = [
  kitError('httpTimeout'),
  kitError('offline'),
  kitError('answerInvalid'),
  kitError('limitExceeded'),
  kitError('httpFailed'),
  ...[408, 429, 500, 502, 503, 504, 520].map((status) => kitError('httpFailed', { status })),
]

test.each(outages.map((error) => [`${error.code} ${error.status ?? ''}`, error] as const))(
  'if the fee oracle is unavailable (%s), the fee is unknown, not zero',
  async (_, error) => {
    await expect(
      startUnavailable(error).then((chain) => readFee(chain, self, { to: self, value: 1n })),
    ).rejects.toBe(error)
    for (const { address } of Object.values(oracles))
      await expect(
        startUnavailable(error, (to) => to === address).then((chain) =>
          readFee(chain, self, { to: self, value: 1n }),
        ),
      ).rejects.toBe(error)
  },
)

test.each([
  kitError('methodNotFound'),
  kitError('transactionRejected', { details: 'execution reverted' }),
  kitError('internal', { details: 'invalid opcode' }),
  kitError('httpFailed', { status: 400 }),
  kitError('unknown'),
])('if the fee oracle reverts or does not exist, the data fee is zero (%s)', async (error) => {
  expect((await readFee(await startUnavailable(error), self, { to: self, value: 1n })).data).toBe(
    0n,
  )
})

test('the operator fee of an OP chain is requested for the gas limit', async () => {
  const { chain, requests } = await startTestNode((request) =>
    request.method === 'eth_estimateGas' ? '0x186a0' : undefined,
  )
  const { gas } = await readFee(chain, self, { to: self, value: 1n, data: '0x1234' })
  expect(gas).toBe(120_000n)
  expect(requests.map((request) => callIn(request).data)).toContain(
    `0x275aedd2${wordOf(gas).slice(2)}`,
  )
})

const zeros = {
  oldestBlock: '0xc',
  baseFeePerGas: Array(5).fill('0x0'),
  gasUsedRatio: [0, 0, 0, 0],
  reward: Array(4).fill(['0x0']),
}

test.each([
  ['its blocks have no base fee', { number: '0x10', timestamp: '0x65000000' }],
  ['its blocks have null', { number: '0x10', timestamp: '0x65000000', baseFeePerGas: null }],
  ['its node gives no block', null],
])(
  'if a node before London answers eth_feeHistory with zeros, the node’s gas price is used: %s',
  async (_, block) => {
    const { chain } = await startTestNode(({ method }) =>
      method === 'eth_feeHistory' ? zeros : method === 'eth_getBlockByNumber' ? block : undefined,
    )
    expect(await readGasPrice(chain)).toEqual({ expected: 10n ** 9n, max: (10n ** 9n * 5n) / 4n })
  },
)

test('a network with a base fee of 0 gets EIP-1559 fees', async () => {
  const { chain } = await startTestNode(({ method }) =>
    method === 'eth_feeHistory'
      ? zeros
      : method === 'eth_getBlockByNumber'
        ? { number: '0x10', timestamp: '0x65000000', baseFeePerGas: '0x0' }
        : undefined,
  )
  expect(await readGasPrice(chain)).toEqual({
    expected: 10n ** 9n,
    max: 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 9n,
  })
})

test.each<[string, unknown]>([
  ['no numbers', { baseFeePerGas: ['0x1', '0x'] }],
  ['decimal numbers', { baseFeePerGas: [7, 7] }],
  ['an empty list', { baseFeePerGas: [] }],
  ['a text', 'not supported'],
])('if eth_feeHistory has %s, the node’s gas price is used', async (_, history) => {
  const { chain } = await startTestNode(({ method }) =>
    method === 'eth_feeHistory' ? history : undefined,
  )
  expect(await readGasPrice(chain)).toEqual({ expected: 10n ** 9n, max: (10n ** 9n * 5n) / 4n })
})

test('blocks without transactions do not count for the tip', async () => {
  const history = {
    baseFeePerGas: Array(5).fill('0x64'),
    reward: [[], ['0x5'], null, ['0x'], ['0x7']],
  }
  const { chain } = await startTestNode(({ method }) => {
    if (method === 'eth_maxPriorityFeePerGas') throw new Error('unknown method')
    return method === 'eth_feeHistory' ? history : undefined
  })
  expect(await readGasPrice(chain)).toEqual({
    expected: 107n,
    max: 157n,
    maxPriorityFeePerGas: 7n,
  })
})

test('any answer to eth_feeHistory gives a price above zero', async () => {
  const odd = fc.oneof(
    fc.anything({ maxDepth: 1 }),
    fc.constantFrom('0x', '0x1', '7', 7, null),
    fc.array(fc.constantFrom('0x', '0x5', null, [], ['0x5'], ['0x'])),
  )
  let history: unknown
  const { chain } = await startTestNode(({ method }) =>
    method === 'eth_feeHistory' ? history : undefined,
  )
  await fc.assert(
    fc.asyncProperty(
      fc.record({ baseFeePerGas: odd, reward: odd }, { requiredKeys: [] }),
      async (answer) => {
        history = answer
        expect((await readGasPrice(chain)).max).toBeGreaterThan(0n)
      },
    ),
    { numRuns: 20 },
  )
})
