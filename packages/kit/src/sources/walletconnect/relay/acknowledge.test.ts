import { expect, test } from 'vitest'
import { push, startSubscribed } from '../testing/startSubscribed.ts'

test('a message that needs an answer is acknowledged after the answer; if the answer fails, a copy that arrives later is handled again', async () => {
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const answer = () => new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
  const { relay, socket, receivedCount } = await startSubscribed({ answer })
  socket.send(push(1, 'asks'))
  socket.send(push(2, 'asks'))
  socket.send(push(3, 'tells'))
  expect((await relay.next()).id).toBe(3)
  answers[0]?.reject(new Error('the relay is away'))
  socket.send(push(4, 'asks'))
  await receivedCount(3)
  answers[1]?.resolve()
  expect((await relay.next()).id).toBe(4)
  socket.send(push(5, 'asks'))
  expect((await relay.next()).id).toBe(5)
  expect(answers).toHaveLength(2)
})

test('a message to a removed topic is acknowledged and dropped; a message to a foreign topic is ignored', async () => {
  const gone = 'cd'.repeat(32)
  const { relay, socket, received } = await startSubscribed({ isGone: (one) => one === gone })
  socket.send(push(1, 'late', gone))
  socket.send(push(2, 'foreign', 'ef'.repeat(32)))
  socket.send(push(3, 'mine'))
  expect((await relay.next()).id).toBe(1)
  expect((await relay.next()).id).toBe(3)
  expect(received).toEqual(['mine'])
})
