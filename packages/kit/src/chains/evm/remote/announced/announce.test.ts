import { beforeEach, expect, test } from 'vitest'
import type { Link, LinkState } from '../../../../core/connectorSource.ts'
import { createListeners } from '../../../../core/createListeners.ts'
import { kitError } from '../../../../core/errors.ts'
import { discoverWallets } from '../../installed/discovery.ts'
import { startTestPage } from '../../startTestPage.ts'
import { announce } from './announce.ts'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

const state = { accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'], networkId: 'eip155:1' } as unknown as LinkState // a network id
const wallet = { name: 'E-mail wallet', icon: 'data:image/svg+xml,x' }

function startLink(answer: (asked: unknown) => Promise<unknown> = async (asked) => asked) {
  const { subscribe, tell } = createListeners<[state: LinkState | undefined]>()
  return { tell, link: { namespace: 'eip155', connectorId: 'auth', provider: { request: answer }, state: () => state, subscribe } as unknown as Link } // the parts that are used
}

type Announced = { info: { rdns: string; uuid: string; name: string }; provider: { request(asked: object): Promise<unknown>; on(event: string, listener: (data: unknown) => void): unknown; removeListener(event: string, listener: (data: unknown) => void): unknown } }

/** The announcements that another library hears from now on. */
function listen(): Announced[] {
  const heard: Announced[] = []
  page.addEventListener('eip6963:announceProvider', (event) => void heard.push((event as CustomEvent<Announced>).detail))
  return heard
}

test('another library finds it at once and whenever it asks, the kit itself never', () => {
  const heard = listen()
  const own: unknown[] = []
  discoverWallets((wallets) => void own.push(wallets))
  const end = announce(startLink().link, wallet)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(heard.map(({ info }) => info.rdns)).toEqual(['app.latchkey.embedded', 'app.latchkey.embedded'])
  expect(heard[0]?.info).toEqual(heard[1]?.info)
  expect(own).toEqual([])
  end()
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(heard).toHaveLength(2)
})

test('its provider passes requests on, with errors by the numbers of EIP-1193', async () => {
  const heard = listen()
  announce(startLink(async (asked) => {
    if ((asked as { method: string }).method === 'personal_sign') throw kitError('userRejected')
    if ((asked as { method: string }).method === 'wallet_sendCalls') throw Object.assign(new Error('No'), { code: 5760 })
    return '0x1'
  }).link, wallet)
  const [{ provider } = { provider: undefined }] = heard
  expect(await provider?.request({ method: 'eth_chainId' })).toBe('0x1')
  await expect(provider?.request({ method: 'personal_sign' })).rejects.toMatchObject({ name: 'ProviderRpcError', code: 4001 })
  await expect(provider?.request({ method: 'wallet_sendCalls' })).rejects.toMatchObject({ name: 'ProviderRpcError', code: 5760 })
})

test('changes of network and account, and the end, are told; a listener that throws keeps nothing from the others', () => {
  const heard = listen()
  const { link, tell } = startLink()
  announce(link, wallet)
  const told: unknown[] = []
  const add = (event: string) => heard[0]?.provider.on(event, (data) => void told.push([event, data instanceof Error ? data.message : data]))
  heard[0]?.provider.on('chainChanged', () => {
    throw new Error('a listener of the page')
  })
  for (const event of ['chainChanged', 'accountsChanged', 'disconnect']) add(event)
  tell({ ...state, networkId: 'eip155:10' as never }) // a network id
  tell({ ...state, networkId: 'eip155:10' as never, accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
  tell(undefined)
  expect(told).toEqual([['chainChanged', '0xa'], ['accountsChanged', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']], ['disconnect', 'The wallet is disconnected.']])
})
