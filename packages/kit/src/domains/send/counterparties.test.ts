import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/history'
import { expect, test } from 'vitest'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { addresses } from '../../chains/evm/addresses/addresses.lazy.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { counterpartiesOf, pastTransfersIn, readCounterparties } from './counterparties.lazy.ts'
import { warningsOf } from './review/warnings.ts'

const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const friend = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const token = `0x${'11'.repeat(20)}`

const transfer = (
  direction: HistoryTransfer['direction'],
  numeric: string,
  is_spam = false,
): HistoryTransfer => ({
  direction,
  quantity: { numeric },
  fungible_info: { symbol: 'ETH', flags: { is_spam } },
})
const entry = (
  metadata: Partial<HistoryEntry['metadata']>,
  transfers: HistoryTransfer[],
): HistoryEntry => ({
  id: '1',
  transfers,
  metadata: {
    operationType: 'send',
    hash: '0x1',
    minedAt: '2026-01-01T00:00:00Z',
    sentFrom: self,
    sentTo: friend,
    status: 'confirmed',
    nonce: 0,
    chain: 'eip155:1',
    ...metadata,
  },
})

test('a transfer that the account sent or received makes the other account known', () => {
  expect(
    pastTransfersIn(entry({}, [transfer('out', '1.5')]), self.toLowerCase(), 'eip155'),
  ).toEqual([{ with: friend, isOut: true, hasWorth: true }])
  expect(
    pastTransfersIn(
      entry({ sentFrom: friend, sentTo: self }, [transfer('in', '1')]),
      self,
      'eip155',
    ),
  ).toEqual([{ with: friend, isOut: false, hasWorth: true }])
})

test('worthless, spam and failed transfers do not make an account known', () => {
  expect(
    pastTransfersIn(
      entry({ sentFrom: friend, sentTo: self }, [transfer('in', '0.000')]),
      self,
      'eip155',
    ),
  ).toEqual([{ with: friend, isOut: false, hasWorth: false }])
  expect(
    pastTransfersIn(
      entry({ sentFrom: friend, sentTo: self }, [transfer('in', '99', true)]),
      self,
      'eip155',
    ),
  ).toEqual([{ with: friend, isOut: false, hasWorth: false }])
  // another account sent a transfer of zero tokens in the account's name
  expect(
    pastTransfersIn(
      entry({ sentFrom: friend, sentTo: token }, [transfer('out', '0')]),
      self,
      'eip155',
    ),
  ).toEqual([{ with: friend, isOut: false, hasWorth: false }])
  expect(
    pastTransfersIn(entry({ status: 'failed' }, [transfer('out', '1')]), self, 'eip155'),
  ).toEqual([])
  expect(pastTransfersIn(entry({ sentTo: '' }, [transfer('out', '1')]), self, 'eip155')).toEqual([])
  expect(pastTransfersIn(entry({ sentTo: self }, [transfer('self', '1')]), self, 'eip155')).toEqual(
    [],
  )
})

const got = (recipient: string, numeric = '1', is_spam = false): HistoryTransfer => ({
  ...transfer('out', numeric, is_spam),
  sender: self,
  recipient,
})
const receivedFrom = (sender: string): HistoryTransfer => ({
  ...transfer('in', '1'),
  sender,
  recipient: self,
})
const other = `0x${'22'.repeat(20)}`

test('all recipients of a transaction sent by the account are known, if the transfer has worth', () => {
  const [tokenTransfer, ...others] = pastTransfersIn(
    entry({ sentTo: token }, [got(friend), got(other, '0'), got(other, '9', true)]),
    self,
    'eip155',
  )
  expect(tokenTransfer).toEqual({ with: token, isOut: true, hasWorth: true })
  expect(others).toEqual([
    { with: friend, isOut: true, hasWorth: true },
    { with: other, isOut: true, hasWorth: false },
    { with: other, isOut: true, hasWorth: false },
  ])
  expect(
    pastTransfersIn(entry({ sentFrom: token, sentTo: other }, [got(friend)]), self, 'eip155'),
  ).toEqual([
    { with: token, isOut: false, hasWorth: false },
    { with: friend, isOut: false, hasWorth: false },
  ])
})

test('a sender that only a token’s log names has no worth, and parties that are not addresses are ignored', () => {
  expect(
    pastTransfersIn(
      entry({ sentFrom: friend, sentTo: self }, [receivedFrom(other)]),
      self,
      'eip155',
    ),
  ).toEqual([
    { with: friend, isOut: false, hasWorth: true },
    { with: other, isOut: false, hasWorth: false },
  ])
  expect(pastTransfersIn(entry({}, [got('<img src=x>'), got(self)]), self, 'eip155')).toEqual([
    { with: friend, isOut: true, hasWorth: true },
  ])
})

test('recipients older than the latest blocks are known from the history, and their look-alikes are detected', async () => {
  const networkId = formatNetworkId('eip155', 31337)
  const [got1, got2] = [
    entry({ sentTo: token }, [got(friend)]),
    entry({ sentTo: token }, [got(other)]),
  ]
  const server = await startTestServer((response, { url }) =>
    sendJson(
      response,
      url.searchParams.get('cursor') === 'older'
        ? { data: [got2], next: null }
        : { data: [got1], next: 'older' },
    ),
  )
  const requests: unknown[] = []
  // a node of a chain whose latest blocks contain no transfers
  const node = await startTestServer((response, { body }) => {
    const { id, method, params } = JSON.parse(body) as {
      id: number
      method: string
      params: readonly unknown[]
    } // the cast: the kit sends the request
    if (method === 'eth_getLogs') requests.push(params[0])
    sendJson(response, {
      jsonrpc: '2.0',
      id,
      result: method === 'eth_blockNumber' ? '0xf4240' : [],
    })
  })
  const { kit } = startTestKit({
    services: { api: server.url },
    customRpcUrls: { [networkId]: [node.url] },
  })
  const counterparties = await readCounterparties(kit, {
    account: self,
    networkId,
    tokens: [token],
  })
  expect(requests).toMatchObject([{ fromBlock: '0xf1b30' }, { fromBlock: '0xf1b30' }])
  expect(counterparties.sentTo).toEqual(new Set([token, friend, other]))
  const facts = { from: self, isContract: false, counterparties, known: [] }
  expect([friend, other].map((to) => warningsOf({ ...facts, to }, addresses))).toEqual([[], []])
  expect(
    warningsOf(
      { ...facts, to: `${friend.slice(0, 6)}${'0'.repeat(32)}${friend.slice(-4)}` },
      addresses,
    ),
  ).toEqual([{ kind: 'lookAlike', resembles: friend }])
})

test('each account is classified by its best known transfer', () => {
  const worthless = { with: friend, isOut: false, hasWorth: false }
  expect(counterpartiesOf([worthless])).toMatchObject({ unknownSenders: new Set([friend]) })
  expect(counterpartiesOf([worthless, { ...worthless, hasWorth: true }])).toEqual({
    sentTo: new Set(),
    paidBy: new Set([friend]),
    unknownSenders: new Set(),
  })
  expect(
    counterpartiesOf([
      worthless,
      { with: friend.toUpperCase().replace('0X', '0x'), isOut: true, hasWorth: true },
    ]),
  ).toEqual({ sentTo: new Set([friend]), paidBy: new Set(), unknownSenders: new Set() })
})
