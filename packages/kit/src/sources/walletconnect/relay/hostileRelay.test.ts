/** Tests with a relay that breaks the protocol. */
import { expect, test } from 'vitest'
import { failureOf } from '../testing/failureOf.ts'
import { startRelayClient } from '../testing/startRelayClient.ts'
import { startHostileRelay } from '../testing/startHostileRelay.ts'
import { push, startSubscribed, topic } from '../testing/startSubscribed.ts'

const publication = { topic, message: 'AA==', ttl: 300, tag: 1100 }

test('after repeated closes the client reconnects after 1, 2, 3, 4, 5 and then 35 s; a socket that lasts resets the wait', async () => {
  const relay = await startHostileRelay()
  const { client, clock } = startRelayClient(relay)
  client.restore([topic])
  let sockets = 0
  /** Answers the client's subscription, and closes the socket `ms` milliseconds later. */
  const dismiss = async (ms: number) => {
    const { socket } = await relay.answer('irn_batchSubscribe')
    await clock.scheduled(5_000, ++sockets) // the client has read the answer
    clock.advance(ms)
    socket.close(1001)
  }
  for (const seconds of [1, 2, 3, 4, 5]) {
    await dismiss(0)
    await clock.scheduled(seconds * 1_000, seconds === 5 ? ++sockets : 1)
    clock.advance(seconds * 1_000)
  }
  for (const round of [1, 2]) {
    await dismiss(0)
    await clock.scheduled(35_000, round)
    clock.advance(35_000)
  }
  await dismiss(35_000)
  await clock.scheduled(1_000, 2)
  expect(relay.upgrades()).toBe(8)
})

test('after invalid ids and error messages of a relay, the client still works', async () => {
  const { relay, client, socket } = await startSubscribed()
  const published = failureOf(client.publish(publication))
  const { id } = await relay.next('irn_publish')
  for (const invalid of [
    '{"toString":1}',
    '{"valueOf":1,"toString":1}',
    '[1]',
    'null',
    'true',
    '{}',
  ])
    socket.send(`{"id":${invalid},"jsonrpc":"2.0","result":true}`)
  socket.send(`{"id":${id},"jsonrpc":"2.0","error":{"code":1,"message":{"toString":1}}}`)
  expect(await published).toMatchObject({ code: 'httpFailed', details: '' })
  const again = client.publish(publication)
  const next = await relay.next('irn_publish')
  socket.send(`{"id":"${next.id}","jsonrpc":"2.0","result":true,"error":null}`)
  await again
})

test('invalid, oversized, foreign and unrequested messages are ignored; valid ids are acknowledged unchanged', async () => {
  const { relay, socket, received, receivedCount } = await startSubscribed()
  const invalid = [
    '',
    'no JSON',
    'null',
    '7',
    '[]',
    '[[]]',
    '{}',
    '{"id":null,"method":null}',
    '{"id":1,"result":true}',
    '{"id":{},"error":null}',
    '{"id":2,"error":{"message":{}}}',
  ]
  const pushes = [
    '{"method":"irn_subscription"}',
    '{"id":3,"method":"irn_subscription","params":null}',
    '{"id":3,"method":"irn_subscription","params":{"data":null}}',
    '{"id":3,"method":"irn_publish","params":{}}',
    push('null', 'no id'),
    push('{"a":1}', 'an object as id'),
    push(4, 'foreign', 'cd'.repeat(32)),
    push(5, 'a number as topic', 7),
    push(6, { not: 'text' }),
    push(7, 'x'.repeat(2_100_000)),
  ]
  for (const text of [...invalid, ...pushes]) socket.send(text)
  socket.send(Buffer.from(push(8, 'binary')))
  socket.send(push('1767600000000123457', 'first'))
  socket.send(push('"1767600000000123457"', 'second'))
  socket.send(push(9, 'broken'))
  socket.send(push(10, 'first'))
  socket.send(push(11, '{"id":1767600000000123459,"a":1}'))
  socket.send(push('9223372036854775807', 'last'))
  await receivedCount(5)
  expect(received).toEqual([
    'first',
    'second',
    'broken',
    '{"id":1767600000000123459,"a":1}',
    'last',
  ])
  const acknowledged: string[] = []
  while (acknowledged.length < 6) acknowledged.push((await relay.next()).text)
  expect(acknowledged).toEqual(
    ['1767600000000123457', '"1767600000000123457"', '9', '10', '11', '9223372036854775807'].map(
      (id) => `{"id":${id},"jsonrpc":"2.0","result":true}`,
    ),
  )
})
