import { expect, test } from 'vitest'
import { findReplacement } from './findReplacement.ts'
import type { Chain } from '../provider/chain.ts'

const address = '0xAa00000000000000000000000000000000000001'
const sentAt = 1_000_000_000

/**
 * A chain with a block every 12 s. `used` lists the blocks in which the sender uses a nonce. The
 * node knows the sender's nonce only for blocks for which `hasState` is true.
 */
function chain({
  latest,
  used,
  hasState = () => true,
  more = {},
}: {
  latest: number
  used: readonly number[]
  hasState?: (block: number) => boolean
  more?: object
}) {
  const requests: string[] = []
  const request: Chain['request'] = async (method, params) => {
    requests.push(method)
    if (method === 'eth_blockNumber') return `0x${latest.toString(16)}`
    const block = Number(params[method === 'eth_getTransactionCount' ? 1 : 0])
    if (method === 'eth_getTransactionCount') {
      if (!hasState(block)) throw new Error('missing trie node')
      return `0x${used.filter((one) => one <= block).length.toString(16)}`
    }
    const nonce = used.indexOf(block)
    const own = {
      hash: `0x${nonce}`,
      from: address.toLowerCase(),
      to: '0xbb',
      nonce: `0x${nonce.toString(16)}`,
      value: '0x1',
      input: '0x',
      ...more,
    }
    const stranger = { ...own, from: '0xcc', hash: '0xdead' }
    return {
      timestamp: `0x${Math.floor(sentAt / 1_000 - (latest - block) * 12 + 120).toString(16)}`,
      transactions: nonce < 0 ? [stranger] : [stranger, own],
    }
  }
  return { request, requests }
}

test.each([
  ['in the latest block', 1_000],
  ['in the block before', 999],
  ['in the middle of the first range', 940],
  ['at the start of the first range', 874],
  ['much earlier', 300],
  ['in the first block', 1],
])('the search finds the transaction that used the nonce %s', async (_, block) => {
  const { request } = chain({ latest: 1_000, used: [block] })
  expect(await findReplacement({ request }, { address, nonce: 0, sentAt })).toEqual({
    hash: '0x0',
    isCancellation: false,
  })
})

test('the search sends fewer than 12 requests, and only one of them for a block', async () => {
  const { request, requests } = chain({ latest: 20_000_000, used: [19_999_950] })
  await findReplacement({ request }, { address, nonce: 0, sentAt })
  expect(requests.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(1)
  expect(requests.length).toBeLessThan(12)
})

test('if the node has no earlier counts, the search reads the blocks since the sending', async () => {
  const { request } = chain({
    latest: 1_000,
    used: [996],
    hasState: (block) => block === 1_000,
  })
  expect(await findReplacement({ request }, { address, nonce: 0, sentAt })).toMatchObject({
    hash: '0x0',
  })
  const old = chain({ latest: 1_000, used: [500], hasState: () => false })
  expect(await findReplacement(old, { address, nonce: 0, sentAt })).toBeUndefined()
  expect(old.requests.filter((method) => method === 'eth_getBlockByNumber').length).toBeLessThan(20)
})

test('a replacement long ago is not found', async () => {
  const { request, requests } = chain({ latest: 20_000_000, used: [5] })
  expect(await findReplacement({ request }, { address, nonce: 0, sentAt })).toBeUndefined()
  expect(requests.length).toBeLessThan(12)
})

test.each([
  ['zero ether to oneself', { to: address, value: '0x0', input: '0x' }, true],
  [
    'zero ether to oneself, address in other case',
    { to: address.toUpperCase().replace('0X', '0x'), value: '0x0', input: '0x' },
    true,
  ],
  ['some ether to oneself', { to: address, value: '0x1', input: '0x' }, false],
  ['a call to oneself', { to: address, value: '0x0', input: '0x01' }, false],
  ['zero ether to another account', { to: '0xbb', value: '0x0', input: '0x' }, false],
  ['a new contract', { to: null, value: '0x0', input: '0x60' }, false],
])(
  'a replacement with %s is recognized as a cancellation or not',
  async (_, more, isCancellation) => {
    const { request } = chain({ latest: 10, used: [10], more })
    expect(await findReplacement({ request }, { address, nonce: 0, sentAt })).toEqual({
      hash: '0x0',
      isCancellation,
    })
  },
)

test.each([
  ['a block without transactions', {}],
  ['transactions that are no list', { transactions: 'all' }],
  ['strange transactions', { transactions: [null, 1, {}, { from: 1 }] }],
])('%s contains no replacement', async (_, block) => {
  const request: Chain['request'] = async (method, params) =>
    method === 'eth_getBlockByNumber'
      ? { timestamp: '0x0', ...block }
      : method === 'eth_blockNumber'
        ? '0xa'
        : Number(params[1]) === 10
          ? '0x1'
          : '0x0'
  expect(await findReplacement({ request }, { address, nonce: 0, sentAt })).toBeUndefined()
})
