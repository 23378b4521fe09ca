import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Link, LinkState } from '../../../../core/connectorSource.ts'
import { createListeners } from '../../../../core/createListeners.ts'
import { kitError } from '../../../../core/errors.ts'
import { discoverWallets } from '../../installed/discovery.ts'
import { startTestPage } from '../../startTestPage.ts'
import { createEvents } from '../../provider/createEvents.ts'
import { announce } from './announce.ts'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

const state = {
  accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  networkId: 'eip155:1',
} as unknown as LinkState // a network id
const wallet = { name: 'E-mail wallet', icon: 'data:image/svg+xml,x' }

function startLink(answer: (asked: unknown) => Promise<unknown> = async (asked) => asked) {
  const { subscribe, tell } = createListeners<[state: LinkState | undefined]>()
  return {
    tell,
    link: {
      namespace: 'eip155',
      connectorId: 'auth',
      provider: { request: answer },
      state: () => state,
      subscribe,
    } as unknown as Link,
  } // the parts that are used
}

type Announced = {
  info: { rdns: string; uuid: string; name: string }
  provider: {
    request(asked: object): Promise<unknown>
    on(event: string, listener: (data: unknown) => void): unknown
    removeListener(event: string, listener: (data: unknown) => void): unknown
  }
}

/** The announcements that another library hears from now on. */
function listen(): Announced[] {
  const heard: Announced[] = []
  page.addEventListener(
    'eip6963:announceProvider',
    (event) => void heard.push((event as CustomEvent<Announced>).detail),
  )
  return heard
}

test('another library finds it at once and whenever it asks, the kit itself never', () => {
  const heard = listen()
  const own: unknown[] = []
  discoverWallets((wallets) => void own.push(wallets))
  const end = announce(startLink().link, wallet)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(heard.map(({ info }) => info.rdns)).toEqual([
    'app.latchkey.embedded',
    'app.latchkey.embedded',
  ])
  expect(heard[0]?.info).toEqual(heard[1]?.info)
  expect(own).toEqual([])
  end()
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(heard).toHaveLength(2)
})

test('its provider passes requests on, with errors by the numbers of EIP-1193', async () => {
  const heard = listen()
  announce(
    startLink(async (asked) => {
      if ((asked as { method: string }).method === 'personal_sign') throw kitError('userRejected')
      if ((asked as { method: string }).method === 'wallet_sendCalls')
        throw Object.assign(new Error('No'), { code: 5760 })
      return '0x1'
    }).link,
    wallet,
  )
  const [{ provider } = { provider: undefined }] = heard
  expect(await provider?.request({ method: 'eth_chainId' })).toBe('0x1')
  await expect(provider?.request({ method: 'personal_sign' })).rejects.toMatchObject({
    name: 'ProviderRpcError',
    code: 4001,
  })
  await expect(provider?.request({ method: 'wallet_sendCalls' })).rejects.toMatchObject({
    name: 'ProviderRpcError',
    code: 5760,
  })
})

test('changes of network and account, and the end, are told; a listener that throws keeps nothing from the others', () => {
  const heard = listen()
  const { link, tell } = startLink()
  announce(link, wallet)
  const told: unknown[] = []
  const add = (event: string) =>
    heard[0]?.provider.on(
      event,
      (data) => void told.push([event, data instanceof Error ? data.message : data]),
    )
  heard[0]?.provider.on('chainChanged', () => {
    throw new Error('a listener of the page')
  })
  for (const event of ['chainChanged', 'accountsChanged', 'disconnect']) add(event)
  tell({ ...state, networkId: 'eip155:10' as never }) // a network id
  tell({
    ...state,
    networkId: 'eip155:10' as never,
    accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  })
  tell(undefined)
  expect(told).toEqual([
    ['chainChanged', '0xa'],
    ['accountsChanged', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']],
    ['disconnect', 'The wallet is disconnected.'],
  ])
})

test('a library that gives the permission back has no accounts, is told so, and gets them again by asking', async () => {
  const heard = listen()
  const asked: string[] = []
  const { link, tell } = startLink(async (one) => {
    const { method } = one as { method: string } // of the test itself
    asked.push(method)
    return method === 'eth_chainId' ? '0x1' : state.accounts
  })
  announce(link, wallet)
  const [{ provider } = { provider: undefined }] = heard
  const told: unknown[] = []
  provider?.on('accountsChanged', (data) => void told.push(data))
  for (const params of [undefined, [], [{}], [{ eth_chainId: {} }], { eth_accounts: {} }, [null]])
    await expect(
      provider?.request({
        method: 'wallet_revokePermissions',
        ...(params !== undefined && { params }),
      }),
    ).rejects.toMatchObject({ code: -32602 })
  expect(told).toEqual([])
  expect(
    await provider?.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
  ).toBeNull()
  expect(told).toEqual([[]])
  expect(await provider?.request({ method: 'eth_accounts' })).toEqual([])
  expect(await provider?.request({ method: 'wallet_getPermissions' })).toEqual([])
  expect(await provider?.request({ method: 'eth_chainId' })).toBe('0x1')
  for (const method of [
    'personal_sign',
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
  ])
    await expect(provider?.request({ method, params: [] })).rejects.toMatchObject({ code: 4100 })
  tell({ ...state, accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
  await provider?.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  expect(told).toEqual([[]])
  expect(await provider?.request({ method: 'eth_requestAccounts' })).toEqual(state.accounts)
  expect(told).toEqual([[], state.accounts])
  expect(await provider?.request({ method: 'eth_accounts' })).toEqual(state.accounts)
  expect(asked).toEqual(['eth_chainId', 'eth_requestAccounts', 'eth_accounts'])
})

test('a listener is taken off the event that it is taken off, once for each time it was added', () => {
  const heard = listen()
  const { link, tell } = startLink()
  announce(link, wallet)
  const [{ provider } = { provider: undefined }] = heard
  const told: unknown[] = []
  const hear = (data: unknown) => void told.push(data)
  for (const event of ['chainChanged', 'accountsChanged', 'accountsChanged'])
    provider?.on(event, hear)
  provider?.removeListener('disconnect', hear)
  provider?.removeListener('accountsChanged', hear)
  const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  tell({ ...state, networkId: 'eip155:10' as never, accounts: [second] }) // a network id
  expect(told).toEqual(['0xa', [second]])
  provider?.removeListener('accountsChanged', hear)
  provider?.removeListener('accountsChanged', hear)
  tell({ ...state, networkId: 'eip155:11' as never, accounts: state.accounts }) // the same
  expect(told).toEqual(['0xa', [second], '0xb'])
})

test('whatever is added and taken off, each event has its own listeners', () => {
  const step = fc.record({
    isAdded: fc.boolean(),
    event: fc.constantFrom('chainChanged', 'accountsChanged'),
    listener: fc.integer({ min: 0, max: 2 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { on, removeListener, tell } = createEvents()
      const model = new EventEmitter()
      const [own, right]: [string[], string[]] = [[], []]
      const pairs = [0, 1, 2].map(
        (name) =>
          [
            (data: unknown) => void own.push(`${name} ${String(data)}`),
            (data: unknown) => void right.push(`${name} ${String(data)}`),
          ] as const,
      )
      for (const { isAdded, event, listener } of steps) {
        const [one, other] = pairs[listener] ?? []
        if (!one || !other) throw new Error('There are three')
        if (isAdded) {
          on(event, one)
          model.on(event, other)
        } else {
          removeListener(event, one)
          model.removeListener(event, other)
        }
      }
      for (const event of ['chainChanged', 'accountsChanged']) {
        tell(event, event)
        model.emit(event, event)
      }
      expect(own).toEqual(right)
    }),
  )
})

test.each([5, 'text', true, null])(
  'parameters of a wrong type are refused before an answer, also where none are needed: %j',
  async (params) => {
    const heard = listen()
    const asked: unknown[] = []
    announce(startLink(async (one) => asked.push(one)).link, wallet)
    for (const method of [
      'eth_accounts',
      'eth_chainId',
      'eth_requestAccounts',
      'personal_sign',
      'eth_blockNumber',
      'wallet_revokePermissions',
    ])
      await expect(heard[0]?.provider.request({ method, params })).rejects.toMatchObject({
        code: -32602,
      })
    expect(asked).toEqual([])
  },
)
