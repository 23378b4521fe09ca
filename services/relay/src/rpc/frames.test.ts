import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { endOf, nextId } from '../testing/openTestSocket.ts'
import { newTopic, startTestRelay } from '../testing/startTestRelay.ts'

const request = (id: string, method = 'irn_fetchMessages') =>
  `{"id":${id},"jsonrpc":"2.0","method":"${method}","params":{"topic":"${newTopic()}"}}`
const error = (id: string, code: number, tag: string) =>
  expect.stringMatching(
    new RegExp(
      `^\\{"id":${id.replace(/[[\]]/g, '.')},"jsonrpc":"2.0","error":\\{"code":${code},"message":"[^"]+","data":"${tag}"\\}\\}$`,
    ),
  )

test.each([
  '"1767600000000123456"',
  '1767600000000123457',
  '17676000000011',
  '"1767600000000"',
  '1000000000',
])('the answer repeats the id %s digit for digit', async (id) => {
  const relay = await startTestRelay()
  const socket = await relay.open()
  expect(await socket.raw(request(id))).toBe(
    `{"id":${id},"jsonrpc":"2.0","result":{"messages":[],"hasMore":false}}`,
  )
  const spread = request(id)
    .replace('"id":', ' "params2" : {"id": 5, "x": "\\"id\\":6"}, "id"\n:\t')
    .replace(id, `${id} `)
  expect(await socket.raw(spread)).toBe(
    `{"id":${id},"jsonrpc":"2.0","result":{"messages":[],"hasMore":false}}`,
  )
})

test.each([
  '1',
  '"1"',
  '"abc"',
  '1.5e12',
  '-1767600000000',
  'null',
  '{}',
  '[]',
  '""',
  '"99999999"',
  `"${'9'.repeat(33)}"`,
])('the relay refuses the id %s', async (id) => {
  const relay = await startTestRelay()
  const socket = await relay.open()
  expect(await socket.raw(request(id))).toEqual(error('0', -32600, 'InvalidRequestId'))
  expect(await socket.raw(request('1767600000000'))).toContain('"result"')
})

test.each([
  '',
  'hello',
  '{',
  '[]',
  '[{"id":1767600000000,"jsonrpc":"2.0","method":"irn_subscribe"}]',
  'null',
  '7',
  '"text"',
  '[['.repeat(100_000),
  `${'{"a":'.repeat(50_000)}1`,
])(
  'the relay answers an invalid request with an error, and a valid request after it with a result',
  async (text) => {
    const relay = await startTestRelay()
    const socket = await relay.open()
    expect(await socket.raw(text)).toEqual(error('0', -32600, 'Serialization'))
    expect(await socket.raw(request('1767600000000'))).toContain('"result"')
  },
)

test('after deep nesting, unexpected members and binary frames, the relay still answers', async () => {
  const relay = await startTestRelay()
  const socket = await relay.open()
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  const nested = '['.repeat(limits.json.depth - 2) + ']'.repeat(limits.json.depth - 2)
  expect(
    await socket.raw(
      `{"id":1767600000000,"jsonrpc":"2.0","method":"irn_fetchMessages","params":{"topic":"${newTopic()}","deep":${nested}}}`,
    ),
  ).toContain('"result"')
  expect(
    await socket.raw(
      `{"id":1767600000000,"jsonrpc":"2.0","method":"irn_publish","params":${nested}}`,
    ),
  ).toEqual(error('1767600000000', -32600, 'InvalidParams'))
  expect(
    await socket.raw(
      `{"id":1767600000000,"jsonrpc":"2.0","method":"irn_publish","params":${deep}}`,
    ),
  ).toEqual(error('0', -32600, 'Serialization'))
  expect(
    await socket.raw(
      `{"id":1767600000000,"jsonrpc":"2.0","method":"irn_publish","params":[${'{},'.repeat(limits.json.values)}{}]}`,
    ),
  ).toEqual(error('0', -32600, 'Serialization'))
  expect(
    await socket.raw(
      `{"id":1767600000000,"jsonrpc":"2.0","method":"irn_subscribe","params":{"__proto__":{"topic":"${newTopic()}"}}}`,
    ),
  ).toEqual(error('1767600000000', -32600, 'InvalidParams'))
  expect(await socket.raw(Buffer.from(request('1767600000000')))).toEqual(
    error('0', -32600, 'Serialization'),
  )
  socket.socket.send('{"id":"no number","result":true}')
  socket.socket.send('{"id":{},"jsonrpc":"2.0","error":{}}')
  for (const id of [
    '{"toString":1}',
    '{"__proto__":null}',
    '[]',
    '[[1]]',
    'null',
    'true',
    '1e999',
    '-1',
    '0.5',
    '"1e3"',
    '{"valueOf":1}',
  ]) {
    for (const member of [
      '"result":1',
      '"error":{"toString":1}',
      '"method":{"toString":1},"result":1',
    ])
      socket.socket.send(`{"id":${id},"jsonrpc":"2.0",${member}}`)
  }
  expect(await socket.raw(request('1767600000000'))).toContain('"result"')
})

test.each([
  [
    'InvalidJsonRpcVersion',
    '{"id":1767600000000,"jsonrpc":"1.0","method":"irn_subscribe","params":{}}',
  ],
  ['InvalidJsonRpcVersion', '{"id":1767600000000,"method":"irn_subscribe","params":{}}'],
  ['InvalidMethod', '{"id":1767600000000,"jsonrpc":"2.0","method":"irn_nothing","params":{}}'],
  ['InvalidMethod', '{"id":1767600000000,"jsonrpc":"2.0","params":{}}'],
  ['InvalidParams', '{"id":1767600000000,"jsonrpc":"2.0","method":"irn_subscribe"}'],
  [
    'InvalidParams',
    '{"id":1767600000000,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"' +
      'ab'.repeat(32) +
      '","message":7}}',
  ],
  [
    'InvalidParams',
    '{"id":1767600000000,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"' +
      'ab'.repeat(32) +
      '","message":"x","ttl":-1}}',
  ],
  [
    'InvalidTopic',
    '{"id":1767600000000,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"abc123"}}',
  ],
  [
    'BatchEmpty',
    '{"id":1767600000000,"jsonrpc":"2.0","method":"irn_batchSubscribe","params":{"topics":[]}}',
  ],
  [
    'BatchLimitExceeded',
    `{"id":1767600000000,"jsonrpc":"2.0","method":"irn_batchSubscribe","params":{"topics":${JSON.stringify(Array(501).fill('ab'.repeat(32)))}}}`,
  ],
])('the relay answers with the error %s', async (tag, text) => {
  const relay = await startTestRelay()
  expect(await (await relay.open()).raw(text)).toEqual(error('1767600000000', -32600, tag))
})

test('a message that is too large is refused, and a frame that is far too large closes the socket with 1009', async () => {
  const relay = await startTestRelay({ shares: false })
  const [socket, topic] = [await relay.open(), newTopic()]
  const publish = (bytes: number) =>
    socket.answer('irn_publish', { topic, message: 'x'.repeat(bytes), ttl: 300, tag: 1 }, nextId())
  expect((await publish(limits.messageBytes)).result).toBe(true)
  expect((await publish(limits.messageBytes + 1)).error?.data).toBe('PayloadSizeExceeded')
  expect((await publish(limits.frame.answered)).error?.data).toBe('PayloadSizeExceeded')
  const end = endOf(socket.socket)
  socket.socket.send('x'.repeat(limits.frame.received + 1))
  expect((await end).code).toBe(1009)
  expect(await (await relay.open()).raw(request('1767600000000'))).toContain('"result"')
})

test('a message for a full mailbox gets the error MailboxLimitExceeded', async () => {
  const relay = await startTestRelay({ shares: false })
  const [socket, topic] = [await relay.open(), newTopic()]
  const messages = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      topic,
      message: `${from + index}`,
      ttl: 300,
      tag: 1,
    }))
  await socket.ask('irn_batchPublish', { messages: messages(0, 500) })
  await socket.ask('irn_batchPublish', { messages: messages(500, 500) })
  const { error } = await socket.answer('irn_publish', messages(1_000, 1)[0])
  expect(error).toEqual({
    code: -32000,
    message: 'Request handler error: Mailbox limit exceeded',
    data: 'MailboxLimitExceeded',
  })
})

test('a `ttl` outside the limits is accepted', async () => {
  const relay = await startTestRelay()
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  for (const ttl of [0, undefined, 0xffff_ffff])
    expect(await site.ask('irn_publish', { topic, message: `${ttl}`, ttl })).toBe(true)
  expect(await wallet.ask('irn_fetchMessages', { topic })).toMatchObject({
    messages: [{ message: '0', tag: 0 }, { message: 'undefined' }, { message: '4294967295' }],
  })
})

/** Makes a clock that stands still, so that no limit refills. */
function standingClock() {
  const at = Date.now()
  return { now: () => at }
}

test('a client with too many requests gets errors, and is disconnected if it continues', async () => {
  const relay = await startTestRelay({
    shares: { client: { requests: 1 } },
    clock: standingClock(),
  })
  const socket = await relay.open()
  for (let count = 0; count < 10; count += 1)
    expect(await socket.raw(request('1767600000000'))).toContain('"result"')
  expect(await socket.raw(request('1767600000000'))).toBe(
    '{"id":1767600000000,"jsonrpc":"2.0","error":{"code":3001,"message":"Too many requests","data":"TooManyRequests"}}',
  )
  const end = endOf(socket.socket)
  for (let count = 0; count < 10; count += 1) socket.socket.send(request('1767600000000'))
  expect(await end).toEqual({ code: 1013, reason: 'Too many requests' })
  expect(await (await relay.open()).raw(request('1767600000000'))).toContain('"result"')
})

test('a request with many messages, topics or bytes counts as several requests', async () => {
  const relay = await startTestRelay({
    shares: { client: { requests: 2 } },
    clock: standingClock(),
  })
  const topics = Array.from({ length: 110 }, newTopic)
  const asks = [
    ['irn_batchSubscribe', { topics }],
    [
      'irn_batchPublish',
      { messages: topics.slice(0, 11).map((topic) => ({ topic, message: 'x', ttl: 300, tag: 1 })) },
    ],
    ['irn_publish', { topic: topics[0], message: 'x'.repeat(11 * 16 * 1024), ttl: 300, tag: 1 }],
  ] as const
  for (const [method, params] of asks) {
    const socket = await relay.open()
    expect((await socket.answer(method, params)).error).toBeUndefined()
    expect((await socket.answer(method, params)).error?.data).toBe('TooManyRequests')
  }
})
