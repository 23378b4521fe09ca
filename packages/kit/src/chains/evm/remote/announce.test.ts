import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Link, LinkState } from '../../../core/contracts/connectorSource.ts'
import { createListeners } from '../../../core/kit/createListeners.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { discoverWallets } from '../installed/discovery.ts'
import { startTestPage } from '../startTestPage.ts'
import { createEvents } from '../provider/createEvents.ts'
import { announce } from './announce.lazy.ts'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

const state = {
  accounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
  networkId: 'eip155:1',
} as unknown as LinkState // the text is a valid network id
const addresses = state.accounts.map(({ address }) => address)
const wallet = { name: 'E-mail wallet', icon: 'data:image/svg+xml,x' }

function startLink(answer: (args: unknown) => Promise<unknown> = async (args) => args) {
  const { subscribe, notify } = createListeners<[state: LinkState | undefined]>()
  return {
    notify,
    link: {
      namespace: 'eip155',
      connectorId: 'auth',
      provider: { request: answer },
      state: () => state,
      subscribe,
    } as unknown as Link,
  } // the cast: the tests use only these parts of a link
}

type Announced = {
  info: { rdns: string; uuid: string; name: string }
  provider: {
    request(args: object): Promise<unknown>
    on(event: string, listener: (data: unknown) => void): unknown
    removeListener(event: string, listener: (data: unknown) => void): unknown
  }
}

/** The announcements that another library receives from now on. */
function listen(): Announced[] {
  const announcements: Announced[] = []
  page.addEventListener(
    'eip6963:announceProvider',
    (event) => void announcements.push((event as CustomEvent<Announced>).detail),
  )
  return announcements
}

test('other libraries find the announced wallet at once and on request; the kit itself ignores it', () => {
  const announcements = listen()
  const own: unknown[] = []
  discoverWallets((wallets) => void own.push(wallets))
  const end = announce(startLink().link, wallet)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(announcements.map(({ info }) => info.rdns)).toEqual([
    'app.latchkey.embedded',
    'app.latchkey.embedded',
  ])
  expect(announcements[0]?.info).toEqual(announcements[1]?.info)
  expect(own).toEqual([])
  end()
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(announcements).toHaveLength(2)
})

test('the announced provider passes requests on, and its errors have EIP-1193 codes', async () => {
  const announcements = listen()
  announce(
    startLink(async (args) => {
      if ((args as { method: string }).method === 'personal_sign') throw kitError('userRejected')
      if ((args as { method: string }).method === 'wallet_sendCalls')
        throw Object.assign(new Error('No'), { code: 5760 })
      return '0x1'
    }).link,
    wallet,
  )
  const [{ provider } = { provider: undefined }] = announcements
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

test('network, account and disconnect events are emitted, even if one listener throws', () => {
  const announcements = listen()
  const { link, notify } = startLink()
  announce(link, wallet)
  const received: unknown[] = []
  const add = (event: string) =>
    announcements[0]?.provider.on(
      event,
      (data) => void received.push([event, data instanceof Error ? data.message : data]),
    )
  announcements[0]?.provider.on('chainChanged', () => {
    throw new Error('a listener of the page')
  })
  for (const event of ['chainChanged', 'accountsChanged', 'disconnect']) add(event)
  notify({ ...state, networkId: 'eip155:10' as never }) // a valid network id
  notify({
    ...state,
    networkId: 'eip155:10' as never,
    accounts: [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  })
  notify(undefined)
  expect(received).toEqual([
    ['chainChanged', '0xa'],
    ['accountsChanged', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']],
    ['disconnect', 'The wallet is disconnected.'],
  ])
})

test('after revoking the permission a library has no accounts until it requests them again', async () => {
  const announcements = listen()
  const args: string[] = []
  const { link, notify } = startLink(async (one) => {
    const { method } = one as { method: string } // the tests send only such requests
    args.push(method)
    return method === 'eth_chainId' ? '0x1' : addresses
  })
  announce(link, wallet)
  const [{ provider } = { provider: undefined }] = announcements
  const received: unknown[] = []
  provider?.on('accountsChanged', (data) => void received.push(data))
  for (const params of [undefined, [], [{}], [{ eth_chainId: {} }], { eth_accounts: {} }, [null]])
    await expect(
      provider?.request({
        method: 'wallet_revokePermissions',
        ...(params !== undefined && { params }),
      }),
    ).rejects.toMatchObject({ code: -32602 })
  expect(received).toEqual([])
  expect(
    await provider?.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
  ).toBeNull()
  expect(received).toEqual([[]])
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
  notify({ ...state, accounts: [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }] })
  await provider?.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  expect(received).toEqual([[]])
  expect(await provider?.request({ method: 'eth_requestAccounts' })).toEqual(addresses)
  expect(received).toEqual([[], addresses])
  expect(await provider?.request({ method: 'eth_accounts' })).toEqual(addresses)
  expect(args).toEqual(['eth_chainId', 'eth_requestAccounts', 'eth_accounts'])
})

test('a listener is removed only from the given event, one time per call', () => {
  const announcements = listen()
  const { link, notify } = startLink()
  announce(link, wallet)
  const [{ provider } = { provider: undefined }] = announcements
  const received: unknown[] = []
  const listener = (data: unknown) => void received.push(data)
  for (const event of ['chainChanged', 'accountsChanged', 'accountsChanged'])
    provider?.on(event, listener)
  provider?.removeListener('disconnect', listener)
  provider?.removeListener('accountsChanged', listener)
  const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  notify({ ...state, networkId: 'eip155:10' as never, accounts: [{ address: second }] }) // a valid id
  expect(received).toEqual(['0xa', [second]])
  provider?.removeListener('accountsChanged', listener)
  provider?.removeListener('accountsChanged', listener)
  notify({ ...state, networkId: 'eip155:11' as never, accounts: state.accounts }) // a valid id
  expect(received).toEqual(['0xa', [second], '0xb'])
})

test('each event keeps its own listeners, as Node’s EventEmitter does', () => {
  const step = fc.record({
    isAdded: fc.boolean(),
    event: fc.constantFrom('chainChanged', 'accountsChanged'),
    listener: fc.integer({ min: 0, max: 2 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { on, removeListener, emit: notify } = createEvents()
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
        notify(event, event)
        model.emit(event, event)
      }
      expect(own).toEqual(right)
    }),
  )
})

test.each([5, 'text', true, null])(
  'parameters of a wrong type are rejected without a request to the wallet: %j',
  async (params) => {
    const announcements = listen()
    const args: unknown[] = []
    announce(startLink(async (one) => args.push(one)).link, wallet)
    for (const method of [
      'eth_accounts',
      'eth_chainId',
      'eth_requestAccounts',
      'personal_sign',
      'eth_blockNumber',
      'wallet_revokePermissions',
    ])
      await expect(announcements[0]?.provider.request({ method, params })).rejects.toMatchObject({
        code: -32602,
      })
    expect(args).toEqual([])
  },
)
