import { formatNetworkId } from '@latchkey/protocol/caip'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { connectList } from './connectList.ts'
import type { ConnectList } from './connectList.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const connectors = [
  { id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' },
  { id: 'one', name: 'One', type: 'injected' },
  { id: 'two', name: 'Two', type: 'injected' },
] as const
const fox = { id: 'fox', name: 'Fox', mobile_link: 'fox://' }

const keysOf = ({ getRows }: ConnectList) => getRows().map(({ key }) => key)

/** Resolves as soon as the list fulfils a condition. */
const until = (list: ConnectList, isWanted: () => boolean) =>
  new Promise<void>((resolve) => {
    const check = () => isWanted() && resolve()
    onTestFinished(list.subscribe(check))
    check()
  })

/** Starts a kit with an API whose catalogue has these wallets. */
async function startCatalogue(names: readonly string[]) {
  const { url, requests } = await startTestServer((response) =>
    sendJson(response, {
      count: names.length,
      data: names.map((name) => ({ id: name, name, supports_wc: true })),
    }),
  )
  return { services: { api: url }, requests }
}

test('the list has the browser’s wallets at once, and requests nothing before a subscription', async () => {
  const { services, requests } = await startCatalogue(['Ant'])
  const { kit } = startTestKit({
    adapters: [createFakeAdapter({ connectors })],
    services,
    features: { connectorTypeOrder: ['injected', 'walletConnect'] },
  })
  const list = connectList(kit)
  expect(
    list
      .getRows()
      .filter(({ kind }) => kind === 'connector' || kind === 'walletConnect')
      .map(({ key }) => key),
  ).toEqual(['one', 'two', 'walletConnect'])
  expect(list.getRows()).toBe(list.getRows())
  expect(requests).toEqual([])
})

test('a followed list adds wallets of the catalogue and their number, until the subscription ends', async () => {
  const { services } = await startCatalogue(['Ant', 'Bee', 'Cat', 'Dog', 'Eel'])
  const { kit } = startTestKit({ adapters: [createFakeAdapter({ connectors })], services })
  const list = connectList(kit)
  expect(list.getRows().filter(({ kind }) => kind === 'pending')).toHaveLength(2)
  await until(
    list,
    () =>
      list.getRows().some((row) => row.kind === 'all' && row.count === 5) &&
      list.getRows().every(({ kind }) => kind !== 'pending'),
  )
  expect(keysOf(list)).toEqual(['walletConnect', 'one', 'two', 'Ant', 'Bee', 'all wallets'])
  let calls = 0
  const stop = list.subscribe(() => calls++)
  stop()
  stop()
  await kit.connect({ connectorId: 'one' })
  expect(calls).toBe(0)
})

test('if the catalogue does not answer, placeholders disappear after ten seconds', async () => {
  const { kit, clock } = startTestKit({
    adapters: [createFakeAdapter({ connectors })],
    services: { api: 'http://127.0.0.1:1' },
    fetch: () => new Promise(() => {}),
  })
  const list = connectList(kit)
  onTestFinished(list.subscribe(() => {}))
  expect(list.getRows().some(({ kind }) => kind === 'pending')).toBe(true)
  clock.advance(10_000)
  expect(list.getRows().some(({ kind }) => kind === 'pending')).toBe(false)
})

test('a connected wallet is not listed, and returns after the disconnect', async () => {
  const { kit } = startTestKit({ adapters: [createFakeAdapter({ connectors })] })
  const list = connectList(kit)
  onTestFinished(list.subscribe(() => {}))
  await kit.connect({ connectorId: 'one' })
  expect(keysOf(list)).toEqual(['walletConnect', 'two'])
  await kit.disconnect()
  expect(keysOf(list)).toContain('one')
})

test('the app of a connected phone is not among the recent wallets, matched by link or name', async () => {
  const { kit } = startTestKit({ adapters: [createFakeAdapter({ connectors })] })
  contextOf(kit).storage.set('recent-wallets', [
    fox,
    { ...fox, id: 'hen', name: 'Hen', mobile_link: 'hen://' },
  ])
  const list = connectList(kit)
  expect(keysOf(list)).toContain('fox')
  const connect = (wallet: { id: string; name: string; mobile_link?: string }) =>
    kit.store.setState({
      sessions: {
        eip155: {
          status: 'connected',
          current: {
            connectorId: 'walletConnect',
            accounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
            networkId: formatNetworkId('eip155', 1),
            wallet,
          },
          others: [],
        },
      },
    })
  onTestFinished(list.subscribe(() => {}))
  connect({ id: 'app:a phone', name: 'A phone', mobile_link: 'fox://' })
  expect(keysOf(list)).not.toContain('fox')
  expect(keysOf(list)).toContain('hen')
  connect({ id: 'app:hen', name: 'Hen' })
  expect(keysOf(list)).toContain('fox')
  expect(keysOf(list)).not.toContain('hen')
})

test('a row shown for a while does not move down for a wallet that appears later', () => {
  const { kit, clock } = startTestKit({ adapters: [createFakeAdapter({ connectors })] })
  const list = connectList(kit)
  onTestFinished(list.subscribe(() => {}))
  clock.advance(400)
  const late = { id: 'zero', name: 'Zero', namespace: 'eip155', type: 'injected' } as const
  kit.store.setState(({ connectors: known }) => ({ connectors: [late, ...known] }))
  expect(keysOf(list)).toEqual(['walletConnect', 'one', 'two', 'zero'])
})
