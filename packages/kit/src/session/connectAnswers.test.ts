/** Tests with a source whose requests are answered by the test, in any order. */
import { formatNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import type { Link, SourceConnectParameters } from '../core/contracts/connectorSource.ts'
import { connectionsOf, disconnected } from '../core/accounts/session.ts'
import { reasonOf, startTestKit } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * Makes a link that counts the calls of `disconnect`. `state` returns the state that the link
 * reports.
 */
function createLink(
  connectorId = 'own',
  state: Link['state'] = () => ({
    accounts: [{ address: account }],
    networkId: formatNetworkId('eip155', 31337),
  }),
) {
  const ended = { left: 0, closed: 0 }
  const link: Link = {
    connectorId,
    namespace: 'eip155',
    provider: {},
    method: 'browser',
    state,
    subscribe: () => () => {},
    disconnect: async () => void ended.left++,
    close: () => void ended.closed++,
  }
  return { link, ended }
}

function start() {
  const requests: {
    parameters: SourceConnectParameters
    resolve: (links: readonly Link[]) => void
    reject: (error: unknown) => void
  }[] = []
  let isThrowing = false
  const started = startTestKit({
    sources: [
      {
        create: ({ setConnectors }) => ({
          namespaces: ['eip155'],
          watch() {
            setConnectors([{ id: 'own', name: 'Own', namespace: 'eip155', type: 'external' }])
            return () => {}
          },
          prepare() {},
          connect(parameters) {
            if (isThrowing) throw new Error('hostile')
            return new Promise((resolve, reject) => requests.push({ parameters, resolve, reject }))
          },
          restore: async () => [],
        }),
      },
    ],
  })
  const ids = () =>
    connectionsOf(started.session() ?? disconnected).map(({ connectorId }) => connectorId)
  const connect = (signal?: AbortSignal) =>
    reasonOf(started.kit.connect({ connectorId: 'own', signal }))
  const expectRequests = (times: number) => expect.poll(() => requests.length).toBe(times)
  const expectRest = () => {
    const { attempts, disconnecting, restoring } = contextOf(started.kit).links
    expect([attempts.size, disconnecting.size, restoring.size]).toEqual([0, 0, 0])
  }
  return {
    ...started,
    requests,
    ids,
    connect,
    expectRequests,
    expectRest,
    throwFromNowOn: () => (isThrowing = true),
  }
}

test('if a source throws, connect rejects and leaves no state', async () => {
  const { connect, expectRest, throwFromNowOn, session } = start()
  throwFromNowOn()
  expect(await connect()).toMatchObject({ message: 'hostile' })
  expect(session()?.status).toBe('disconnected')
  expectRest()
})

test('if a source returns invalid links, connect rejects', async () => {
  const { connect, requests, expectRequests, expectRest } = start()
  const reason = connect()
  await expectRequests(1)
  requests[0]?.resolve([Object.assign(createLink().link, { subscribe: undefined })])
  expect(await reason).toMatchObject({ name: 'TypeError' })
  expectRest()
})

test('if a source returns no link, connect rejects with `providerDisconnected`', async () => {
  const { connect, requests, expectRequests, expectRest, ids } = start()
  const reason = connect()
  await expectRequests(1)
  requests[0]?.resolve([])
  expect(await reason).toMatchObject({ code: 'providerDisconnected' })
  expect(ids()).toEqual([])
  expectRest()
})

test('a wallet without accounts is not stored', async () => {
  const { connect, requests, expectRequests, ids, kit } = start()
  const reason = connect()
  await expectRequests(1)
  const noAccounts = () => ({ accounts: [], networkId: formatNetworkId('eip155', 31337) })
  requests[0]?.resolve([createLink('own', noAccounts).link])
  expect(await reason).toMatchObject({ code: 'providerDisconnected' })
  expect(ids()).toEqual([])
  const { storage } = contextOf(kit)
  expect(storage.get('recent-connector')).toBeUndefined()
  expect(storage.get('connection-status')).not.toBe('connected')
})

test('the answer to an aborted request resolves the next one; a link that arrives after a disconnect is disconnected', async () => {
  const { connect, requests, expectRequests, expectRest, ids, kit } = start()
  const controller = new AbortController()
  const [first, second] = [createLink(), createLink()]
  const aborted = connect(controller.signal)
  await expectRequests(1)
  controller.abort()
  expect(await aborted).toMatchObject({ code: 'requestAborted' })
  const reason = connect()
  await expectRequests(2)
  requests[0]?.resolve([first.link])
  expect(await reason).toBe('fulfilled')
  await kit.disconnect()
  requests[1]?.resolve([second.link])
  await expect.poll(() => second.ended).toEqual({ left: 1, closed: 1 })
  expect(ids()).toEqual([])
  expectRest()
})

test('a second link to a connected wallet is closed without a disconnect of the wallet', async () => {
  const { connect, requests, expectRequests, expectRest, ids } = start()
  const controller = new AbortController()
  const [first, second] = [createLink(), createLink()]
  const aborted = connect(controller.signal)
  await expectRequests(1)
  controller.abort()
  await aborted
  const reason = connect()
  await expectRequests(2)
  requests[0]?.resolve([first.link])
  expect(await reason).toBe('fulfilled')
  requests[1]?.resolve([second.link])
  await expect.poll(() => second.ended).toEqual({ left: 0, closed: 1 })
  expect(first.ended).toEqual({ left: 0, closed: 0 })
  expect(ids()).toEqual(['own'])
  expectRest()
})

test.each<[string, Link['state']]>([
  [
    'throws',
    () => {
      throw new Error('hostile')
    },
  ],
  // states that a hostile wallet may report
  [
    'names no network',
    () => ({ accounts: [{ address: account }], networkId: 'eip155:-5' as NetworkId }),
  ],
  ['has no accounts', () => ({ accounts: [], networkId: formatNetworkId('eip155', 31337) })],
])('a link whose state %s does not affect other links', async (_, state) => {
  const { connect, requests, expectRequests, ids, kit } = start()
  const reason = connect()
  await expectRequests(1)
  requests[0]?.resolve([createLink('bad', state).link, createLink().link])
  await reason
  expect(ids()).toEqual(['own'])
  await kit.disconnect({ connectorId: 'own' })
  expect(ids()).toEqual([])
})
