import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { activeNetworkId } from '../../core/kit/state.ts'
import { announceWallet } from '../../testing/announceWallet.ts'
import { startTestPage } from './startTestPage.ts'
import { contextOf } from '../../core/kit/context.ts'

const networkId = 'eip155:31338'
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

const refusal = (code: number, rest: object = {}) =>
  Object.assign(new Error('from the wallet'), { code, ...rest })

/**
 * A kit that is connected to a wallet, which gives these answers. `go` changes the wallet's
 * network, as if its owner had approved the request.
 */
async function start(answers: {
  switch?: (go: () => void) => unknown
  add?: (go: () => void) => unknown
}) {
  const requests: { method: string; params?: unknown }[] = []
  const listeners: ((chainId: string) => void)[] = []
  const leaving: ((accounts: readonly string[]) => void)[] = []
  let chainId = '0x7a69'
  const moveTo = (isSilent: boolean) => () => {
    chainId = '0x7a6a'
    if (!isSilent) listeners.forEach((listener) => listener(chainId))
  }
  const table: Record<string, () => unknown> = {
    wallet_requestPermissions: () => [],
    eth_requestAccounts: () => [account],
    eth_accounts: () => [account],
    eth_chainId: () => chainId,
    wallet_switchEthereumChain: () => answers.switch?.(moveTo(true)) ?? null,
    wallet_addEthereumChain: () => answers.add?.(moveTo(false)) ?? null,
  }
  const provider = {
    on(name: string, listener: (data: string | readonly string[]) => void) {
      if (name === 'chainChanged') listeners.push(listener)
      if (name === 'accountsChanged') leaving.push(listener)
    },
    removeListener() {},
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (method.startsWith('wallet_') && method !== 'wallet_requestPermissions')
        requests.push({ method, params })
      return table[method]?.()
    },
  }
  onTestFinished(
    announceWallet(
      { info: { uuid: '1', name: 'Strange', icon: '', rdns: 'strange' }, provider },
      page,
    ),
  )
  const started = startTestKit()
  await started.kit.connect({ connectorId: 'strange' })
  return {
    ...started,
    requests,
    methods: () => requests.map(({ method }) => method),
    networkId: () => activeNetworkId(started.kit.getState()),
    emitChange: () => listeners.forEach((listener) => listener(chainId)),
    leave: () => leaving.forEach((listener) => listener([])),
  }
}

test('if a wallet switches without an event, the kit reads the network itself', async () => {
  const { kit, methods, networkId: where } = await start({ switch: (go) => go() })
  await kit.switchNetwork({ networkId })
  expect(where()).toBe(networkId)
  expect(methods()).toEqual(['wallet_switchEthereumChain'])
})

test.each([
  ['4902', refusal(4902)],
  ['4902 hidden below', refusal(-32603, { data: { originalError: { code: 4902 } } })],
  ['4902 as a text', Object.assign(new Error('x'), { code: '4902' })],
  ['4902 in data', refusal(-32603, { data: { code: 4902 } })],
  ['4902 in the cause in data', refusal(-32603, { data: { cause: { code: 4902 } } })],
  ['-32603 alone', refusal(-32603)],
  ['-32000 alone', refusal(-32000)],
  ['-32602', refusal(-32602)],
  [
    'an unknown code with words',
    Object.assign(new Error('Unrecognized chain ID "0x7a6a". Try adding the chain first.'), {
      code: -1,
    }),
  ],
  ['words under another code', refusal(4200, { message: 'chain not configured' })],
  ['words alone', new Error('This network has not been added to your wallet')],
  ['a text', 'Unsupported chain'],
])(
  'after the error "%s" the kit adds the network, and requests the switch again if needed',
  async (_, error) => {
    let isKnown = false
    const {
      kit,
      requests,
      methods,
      networkId: where,
    } = await start({
      switch(go) {
        if (!isKnown) throw error
        go()
      },
      add: () => void (isKnown = true),
    })
    await kit.switchNetwork({ networkId })
    expect(where()).toBe(networkId)
    expect(methods()).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
    expect(requests[1]?.params).toEqual([
      {
        chainId: '0x7a6a',
        chainName: 'Second',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:1'],
        blockExplorerUrls: null,
      },
    ])
  },
)

test.each([
  ['a refusal', refusal(4001)],
  [
    'a refusal under a code for everything',
    refusal(-32603, { message: 'User denied adding the chain' }),
  ],
  ['a refusal as a text', Object.assign(new Error('no'), { code: '4001' })],
  ['an open request', refusal(-32002, { message: 'A request to switch the chain is open' })],
  ['an error of another kind', new Error('boom')],
])('after %s no network is added', async (_, error) => {
  const { kit, methods } = await start({
    switch() {
      throw error
    },
  })
  await reasonOf(kit.switchNetwork({ networkId }))
  expect(methods()).toEqual(['wallet_switchEthereumChain'])
})

test.each([
  ['declines', 4001, 'userRejected'],
  ['can not', 4200, 'unsupportedMethod'],
  ['breaks', -32603, 'internal'],
] as const)(
  'if the wallet does not add the network (it %s), the switch rejects with the matching code',
  async (_, code, meaning) => {
    const { kit, networkId: where } = await start({
      switch() {
        throw refusal(4902)
      },
      add() {
        throw refusal(code)
      },
    })
    expect(await reasonOf(kit.switchNetwork({ networkId }))).toMatchObject({ code: meaning })
    expect(where()).toBe('eip155:31337')
  },
)

describe('a network switch after an abort', () => {
  test('a late approval of an aborted switch changes the network, is stored, and causes no other request', async () => {
    let answer: () => void = () => {}
    let report: () => void = () => {}
    const isRequested = new Promise<void>((resolve) => {
      report = resolve
    })
    const { kit, emitChange, until, methods } = await start({
      switch: (go) =>
        new Promise<void>((resolve) => {
          answer = () => {
            go()
            resolve()
          }
          report()
        }),
    })
    const controller = new AbortController()
    const reason = reasonOf(kit.switchNetwork({ networkId, signal: controller.signal }))
    await isRequested
    controller.abort()
    expect(await reason).toMatchObject({ code: 'requestAborted' })
    answer()
    emitChange()
    await until((state) => activeNetworkId(state) === networkId)
    expect(contextOf(kit).storage.get('active-network-id')).toBe(networkId)
    expect(methods()).toEqual(['wallet_switchEthereumChain'])
  })

  test('a network that the wallet does not know is not added after the abort', async () => {
    let report: () => void = () => {}
    const isRequested = new Promise<void>((resolve) => {
      report = resolve
    })
    let answer: (error: Error) => void = () => {}
    const { kit, methods } = await start({
      switch: () =>
        new Promise((_, reject) => {
          answer = reject
          report()
        }),
    })
    const controller = new AbortController()
    const reason = reasonOf(kit.switchNetwork({ networkId, signal: controller.signal }))
    await isRequested
    controller.abort()
    answer(refusal(4902))
    expect(await reason).toMatchObject({ code: 'requestAborted' })
    await kit.disconnect() // a further request would have been sent before this ends
    expect(methods()).not.toContain('wallet_addEthereumChain')
  })
})

describe('a network switch that the wallet never answers', () => {
  const hang = async () => {
    let report: () => void = () => {}
    const isRequested = new Promise<void>((resolve) => {
      report = resolve
    })
    const started = await start({
      switch: () => {
        report()
        return new Promise(() => {})
      },
    })
    const reason = reasonOf(started.kit.switchNetwork({ networkId }))
    await isRequested
    return { ...started, reason }
  }

  test('if the wallet disconnects, the switch fails with `providerDisconnected`', async () => {
    const { reason, leave } = await hang()
    leave()
    expect(await reason).toMatchObject({ code: 'providerDisconnected' })
  })

  test('if the kit disconnects, the switch fails with `providerDisconnected`', async () => {
    const { reason, kit } = await hang()
    await kit.disconnect()
    expect(await reason).toMatchObject({ code: 'providerDisconnected' })
  })
})
