import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { kinds } from '../../../db/schema.ts'
import type { AccountTransaction, Hex, PageStart } from '../../../chainIndex/chainIndex.ts'
import { sendJson, startFakeNode } from '../../../testing/startFakeNode.ts'
import { createBlockscoutSource } from './blockscoutSource.ts'
import { createEtherscanSource } from './etherscanSource.ts'
import { SourceDownError, type HistorySource } from '../../../history/historySource.ts'

const opened: { close: () => Promise<unknown> }[] = []
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)

const never = new AbortController().signal
const address = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const hash = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const [me, other, token, nft] = [1, 2, 3, 4].map(address) as [Hex, Hex, Hex, Hex]

/**
 * A transaction of the history that the fake services report. Each block has one. Our account sends
 * a coin and a token in it; in every tenth block another account does.
 */
type FakeTransaction = { block: number; own: boolean }
const fakeTransactions: readonly FakeTransaction[] = Array.from({ length: 470 }, (_, index) => ({
  block: 470 - index,
  own: (470 - index) % 10 !== 0,
}))

/** Answers like an Etherscan. */
function etherscan(url: URL, response: ServerResponse): void {
  const parameter = (name: string) => url.searchParams.get(name) ?? ''
  if (parameter('apikey') !== 'key' || parameter('chainid') !== '5' || parameter('address') !== me)
    return sendJson(response, { status: '0', message: 'NOTOK', result: 'Invalid API Key' })
  const within = fakeTransactions.filter(({ block }) => block <= Number(parameter('endblock')))
  const common = ({ block }: FakeTransaction) => ({
    blockNumber: `${block}`,
    timeStamp: `${1_000 + block}`,
    hash: hash(block),
    from: me,
    to: other,
  })
  const lists: Record<string, object[]> = {
    txlist: within
      .filter(({ own }) => own)
      .map((transaction) => ({
        ...common(transaction),
        value: '5',
        nonce: '7',
        transactionIndex: '3',
        isError: transaction.block === 7 ? '1' : '0',
        txreceipt_status: '1',
        input: '0xA9059CBB00',
        contractAddress: '',
        gasUsed: '21000',
        gasPrice: '2',
      })),
    txlistinternal: within
      .filter(({ block }) => block === 469)
      .map((transaction) => ({
        ...common(transaction),
        from: other,
        to: me,
        value: '9',
        contractAddress: '',
        isError: '0',
      })),
    tokentx: within.map((transaction) => ({
      ...common(transaction),
      contractAddress: token,
      value: '11',
    })),
    tokennfttx: within
      .filter(({ block }) => block === 469)
      .map((transaction) => ({ ...common(transaction), contractAddress: nft, tokenID: '12' })),
    token1155tx: [],
  }
  const rows = (lists[parameter('action')] ?? []).slice(0, Number(parameter('offset')))
  sendJson(
    response,
    rows.length > 0
      ? { status: '1', message: 'OK', result: rows }
      : { status: '0', message: 'No transactions found', result: [] },
  )
}

/** Answers like a Blockscout. */
function blockscout(url: URL, response: ServerResponse): void {
  const list = new RegExp(`^/base/api/v2/addresses/${me}/([a-z-]+)$`).exec(url.pathname)?.[1] ?? ''
  const below = Number(url.searchParams.get('block_number') ?? 1_000)
  const within = fakeTransactions.filter(({ block }) => block < below)
  const common = ({ block }: FakeTransaction) => ({
    block_number: block,
    timestamp: new Date((1_000 + block) * 1000).toISOString(),
    from: { hash: me },
    to: { hash: other },
  })
  const lists: Record<string, object[]> = {
    transactions: within
      .filter(({ own }) => own)
      .map((transaction) => ({
        ...common(transaction),
        hash: hash(transaction.block),
        position: 3,
        value: '5',
        nonce: 7,
        status: transaction.block === 7 ? 'error' : 'ok',
        raw_input: '0xA9059CBB00',
        fee: { type: 'actual', value: '42000' },
        created_contract: null,
      })),
    'internal-transactions': within
      .filter(({ block }) => block === 469)
      .map((transaction) => ({
        ...common(transaction),
        transaction_hash: hash(transaction.block),
        index: 2,
        from: { hash: other },
        to: { hash: me },
        value: '9',
        success: true,
        created_contract: null,
      })),
    'token-transfers': within.flatMap((transaction) => [
      {
        ...common(transaction),
        transaction_hash: hash(transaction.block),
        log_index: 5,
        token: { address_hash: token },
        token_type: 'ERC-20',
        total: { value: '11', decimals: '18' },
      },
      ...(transaction.block === 469
        ? [
            {
              ...common(transaction),
              transaction_hash: hash(transaction.block),
              log_index: 6,
              token: { address_hash: nft },
              token_type: 'ERC-721',
              total: { token_id: '12' },
            },
          ]
        : []),
    ]),
  }
  const rows = lists[list]
  if (!rows) return sendJson(response, { message: 'Not found' }, 404)
  const items = rows.slice(0, 50)
  // every row has this field, see above
  const last = items.at(-1) as { block_number: number } | undefined
  sendJson(response, {
    items,
    next_page_params:
      rows.length > 50 ? { block_number: last?.block_number, index: 0, items_count: 50 } : null,
  })
}

const makers = {
  etherscan: {
    answer: etherscan,
    create: (url: string): HistorySource =>
      createEtherscanSource({ url: `${url}/v2/api`, apiKey: 'key', networkId: 'eip155:5', fetch }),
  },
  blockscout: {
    answer: blockscout,
    create: (url: string): HistorySource => createBlockscoutSource({ url: `${url}/base/`, fetch }),
  },
}

async function sourceOf(
  name: keyof typeof makers,
  answer?: (response: ServerResponse) => void,
): Promise<HistorySource> {
  const standIn = await startFakeNode((_, response, request) =>
    answer
      ? answer(response)
      : makers[name].answer(new URL(request.url ?? '', 'http://a.example'), response),
  )
  opened.push(standIn)
  return makers[name].create(standIn.url)
}

async function pagesOf(
  source: HistorySource,
  start: PageStart = {},
): Promise<AccountTransaction[]> {
  const { transactions, isLast } = await source.page(me, start, 50, never)
  return isLast
    ? [...transactions]
    : [...transactions, ...(await pagesOf(source, { before: transactions.at(-1) }))]
}

for (const name of ['etherscan', 'blockscout'] as const) {
  test(`${name}: the source reports every transaction once, newest first, with all its transfers`, async () => {
    const all = await pagesOf(await sourceOf(name))
    expect(all.map(({ block }) => block)).toEqual(fakeTransactions.map(({ block }) => block))
    const coin = {
      kind: kinds.native,
      token: nativeTokenAddress,
      sender: me,
      recipient: other,
      amount: 5n,
    }
    const tokens = {
      kind: kinds.erc20,
      token,
      tokenId: 0n,
      sender: me,
      recipient: other,
      amount: 11n,
    }
    expect(all[1]).toMatchObject({
      hash: hash(469),
      minedAt: 1_469,
      sender: me,
      recipient: other,
      value: 5n,
      fee: 42_000n,
      nonce: 7,
      succeeded: true,
      selector: '0xa9059cbb',
      hasData: true,
      hasLure: false,
      transfers: [
        coin,
        { kind: kinds.internal, sender: other, recipient: me, amount: 9n },
        tokens,
        { kind: kinds.erc721, token: nft, tokenId: 12n, amount: 1n },
      ],
    })
    expect(all[0]).toMatchObject({ hash: hash(470), transfers: [tokens] })
    expect(all.find(({ block }) => block === 7)).toMatchObject({
      succeeded: false,
      transfers: [tokens],
    })
  })

  test(`${name}: a page begins before the requested block`, async () => {
    const source = await sourceOf(name)
    const { transactions } = await source.page(
      me,
      { before: { block: 300, index: 1 }, latest: 1_299 },
      3,
      never,
    )
    expect(transactions.map(({ block }) => block)).toEqual([299, 298, 297])
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(500).end()],
    ['too many requests', (response) => response.writeHead(429).end()],
    ['nonsense', (response) => response.writeHead(200).end('<html>')],
    [
      'another shape',
      (response) =>
        sendJson(response, {
          status: '1',
          message: 'OK',
          result: [{ blockNumber: 'x' }],
          items: [{ hash: '0x' }],
        }),
    ],
    [
      'a refusal',
      (response) =>
        sendJson(response, {
          status: '0',
          message: 'NOTOK',
          result: 'Max rate limit reached',
          message2: me,
        }),
    ],
    [
      'a text in place of rows',
      (response) =>
        sendJson(response, { status: '1', message: 'OK', result: 'nothing', items: 'nothing' }),
    ],
    [
      'a message “No transactions found” without a list',
      (response) =>
        sendJson(response, { status: '0', message: 'No transactions found', result: '' }),
    ],
    [
      'another shape ten thousand times',
      (response) =>
        sendJson(response, {
          status: '1',
          message: 'OK',
          result: Array.from({ length: 10_000 }, () => ({})),
          items: Array.from({ length: 10_000 }, () => ({})),
        }),
    ],
    ['nesting without end', (response) => response.writeHead(200).end('{"items":'.repeat(100_000))],
    ['many objects', (response) => response.writeHead(200).end(`[${'{},'.repeat(1_000_000)}{}]`)],
    [
      'another address',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ])(
    `${name}: %s means that the source is down, not that the account has no history`,
    async (_, answer) => {
      const failure = await (await sourceOf(name, answer))
        .page(me, {}, 50, never)
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SourceDownError)
      expect(String(failure)).not.toContain(me.slice(2))
      expect(String(failure)).not.toContain('key')
    },
  )
}

test.each<[string, object]>([
  ['a time that is not a valid date', { timeStamp: String(2 ** 50) }],
  ['an amount beyond 256 bits', { value: String(2n ** 256n) }],
  ['a count beyond all numbers', { nonce: String(2n ** 60n) }],
])('etherscan: %s means that the source is down', async (_, wrong) => {
  const row = {
    blockNumber: '5',
    timeStamp: '5',
    hash: hash(5),
    from: me,
    to: other,
    value: '5',
    nonce: '7',
    transactionIndex: '3',
    input: '0x',
    contractAddress: '',
    gasUsed: '21000',
    gasPrice: '2',
    ...wrong,
  }
  const source = await sourceOf('etherscan', (response) =>
    sendJson(response, { status: '1', message: 'OK', result: [row] }),
  )
  await expect(source.page(me, {}, 50, never)).rejects.toThrow(SourceDownError)
})

test.each<[string, unknown]>([
  ['an object that does not become text', { block_number: { toString: 1 } }],
  ['a list', { block_number: [[1]] }],
  [
    'an object with a thousand members',
    Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`p${index}`, index])),
  ],
  ['a place without end', { hash: 'x'.repeat(100_000) }],
])(
  'blockscout: when the next page of a list is %s, the source is down',
  async (_, next_page_params) => {
    const source = await sourceOf('blockscout', (response) =>
      sendJson(response, { items: [], next_page_params }),
    )
    await expect(source.page(me, {}, 50, never)).rejects.toThrow(SourceDownError)
  },
)
