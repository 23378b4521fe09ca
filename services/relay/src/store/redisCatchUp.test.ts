import { expect, onTestFinished, test } from 'vitest'
import { newClient } from './conformance/world.ts'
import { StoreError } from './mailboxStore.ts'
import { createCatchUp } from './redisCatchUp.ts'
import type { ClientId } from '../auth/didKey.ts'

const times = { pause: 1, max: 1_000 }

/**
 * Starts to notify clients; `notify` decides the result for each. `ended` resolves to the error
 * with which the run ended.
 */
function start(
  clients: readonly ClientId[],
  notify: (client: ClientId) => Promise<void>,
  now = () => 0,
) {
  let end: (error: Error) => void = () => {}
  const ended = new Promise<Error>((resolve) => {
    end = resolve
  })
  const catchUp = createCatchUp({
    clients: () => clients,
    notify,
    onError: (error) => end(error),
    times,
    now,
  })
  onTestFinished(catchUp.close)
  return { ...catchUp, ended }
}

test('a client whose notification fails is notified later, and the other clients meanwhile', async () => {
  const clients = Array.from({ length: 100 }, newClient)
  const failing = clients.at(-1)
  const notified: ClientId[] = []
  let [failures, allNotified] = [0, () => {}]
  const done = new Promise<void>((resolve) => {
    allNotified = resolve
  })
  start(clients, async (client) => {
    if (client === failing && notified.length < 99) {
      failures += 1
      throw new StoreError('late')
    }
    notified.push(client)
    if (notified.length === 100) allNotified()
  }).begin()
  await done
  expect([notified.toSorted(), notified.at(-1)]).toEqual([clients.toSorted(), failing])
  expect(failures).toBeGreaterThan(0)
})

test('a run that does not finish in time ends with the error `late`', async () => {
  let time = 0
  const { begin, ended } = start(
    [newClient()],
    async () => {
      time += 100
      throw new StoreError('failed')
    },
    () => time,
  )
  begin()
  expect(await ended).toMatchObject({ name: 'StoreError', kind: 'late' })
  expect(time).toBe(1_100)
})

test('a new gap starts a second run, and an internal error ends the run', async () => {
  const client = newClient()
  let [calls, isBroken] = [0, false]
  const { begin, ended } = start([client], async () => {
    calls += 1
    if (isBroken) throw new TypeError('ours')
    await new Promise(() => {}) // a promise that never settles
  })
  begin()
  isBroken = true
  begin()
  expect([await ended, calls]).toEqual([new TypeError('ours'), 2])
})
