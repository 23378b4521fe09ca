import { readdirSync, readFileSync } from 'node:fs'
import { accountBalance } from '@latchkey/protocol/api'
import { relayRefusals } from '@latchkey/protocol/relay'
import * as times from '@latchkey/protocol/times'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { base, celo, mainnet, optimism, zksync } from 'viem/chains'
import { WebSocket } from 'ws'
import { createApi } from '../../../../../services/api/src/createApi.ts'
import { chainAt } from '../../../../../services/api/src/testing/chainAt.ts'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import {
  deafChains,
  networkOf,
  reasonOf,
  startTestKit,
  startTestWallet,
} from '../../session/startTestKit.ts'
import { themeVariables } from '../../session/checkContradictions.lazy.ts'
import { loadManifests } from '../../react/features/loadManifests.ts'
import { screensOf } from '../../react/features/screensOf.ts'
import { announceWallet } from '../../testing/announceWallet.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { createWalletConnect } from '../../sources/walletconnect/createWalletConnect.lazy.ts'
import { adviceOf, alertOf } from '../errors/alertOf.lazy.ts'
import { callApi } from '../http/callApi.ts'
import { systemClock } from '../page/clock.ts'
import { kitError } from '../errors/errors.ts'
import type { Kit } from './kit.ts'
import { optionInvalid } from '../options/optionInvalid.ts'
import { memoryStorage } from '../storage/storage.ts'
import { contextOf } from './context.ts'

beforeEach(() => void startTestPage())

describe('the alert for an error', () => {
  test.each([
    [
      kitError('socketClosedAbnormally', { details: 'Unauthorized: origin not allowed' }),
      'alertInvalidConfiguration',
    ],
    [
      kitError('socketClosedAbnormally', { details: 'Unauthorized: invalid key' }),
      'alertInvalidProjectId',
    ],
    [kitError('socketClosedAbnormally', { details: 'Project not found' }), 'alertInvalidProjectId'],
    [
      kitError('socketClosedAbnormally', { details: 'Project ID is required' }),
      'alertProjectIdMissing',
    ],
    [
      kitError('socketClosedAbnormally', {
        details: 'JWT validation error: JWT Token is not yet valid',
      }),
      'alertSessionExpired',
    ],
    [kitError('socketClosedAbnormally', { details: 'Going away' }), undefined],
    [
      kitError('socketClosedAbnormally', { details: relayRefusals.projectMissing }),
      'alertProjectIdMissing',
    ],
    [
      kitError('socketClosedAbnormally', { details: relayRefusals.project }),
      'alertInvalidProjectId',
    ],
    [
      kitError('httpFailed', { status: 400, details: 'projectId is missing' }),
      'alertProjectIdMissing',
    ],
    [kitError('httpFailed', { status: 400, details: 'Unsupported chain' }), undefined],
    [kitError('httpFailed', { status: 503, details: 'projectId is missing' }), undefined],
    [kitError('httpFailed', { status: 401 }), 'alertInvalidProjectId'],
    [kitError('httpFailed', { status: 403 }), 'alertInvalidConfiguration'],
    [kitError('httpFailed', { status: 503 }), undefined],
    [
      kitError('tokenBalanceUnavailable', { cause: kitError('httpFailed', { status: 403 }) }),
      'alertInvalidConfiguration',
    ],
    [kitError('alertSessionExpired'), 'alertSessionExpired'],
    [kitError('networkNotFound'), 'alertNetworkNotFound'],
    [kitError('packageMissing'), 'alertInvalidConfiguration'],
    [kitError('relayUnreachable'), 'alertInvalidConfiguration'],
    [optionInvalid('networks', 'is missing', 'Pass some.'), 'alertInvalidConfiguration'],
    [kitError('userRejected'), undefined],
    [new Error('foreign'), undefined],
    [undefined, undefined],
  ])('the error %s shows the alert %s', (error, alert) => expect(alertOf(error)).toBe(alert))
})

test('the advice has the reason of the service, and a remedy if the reason has none', () => {
  expect(adviceOf(kitError('socketClosedAbnormally', { details: relayRefusals.origin }))).toBe(
    'Unauthorized: origin not allowed. Add the origin of this page to the origins that the relay lets in, and pass the projectId that has them.',
  )
  expect(adviceOf(kitError('httpFailed', { status: 401, details: 'Unknown project' }))).toBe(
    'Unknown project',
  )
  expect(adviceOf(kitError('relayUnreachable'))).toBe(
    'Relay socket cannot connect after 5 attempts',
  )
})

test('the alerts for the API and the relay distinguish a missing and a wrong project id', async () => {
  const api = createApi({ chains: [chainAt('http://127.0.0.1:1')], projects: ['known'] })
  onTestFinished(() => api.close())
  const { url: apiUrl } = await api.listen({ port: 0 })
  const relay = await startTestRelay({ projects: ['known'] })
  const alertsOf = async (projectId?: string) => {
    const site = createWalletConnect({
      relayUrl: relay.url,
      projectId,
      metadata: { name: 'Shop', url: 'https://shop.example.org' },
      storage: memoryStorage(),
      clock: systemClock,
      WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    }) // the class of `ws` has the browser's interface
    onTestFinished(site.close)
    const { approval } = await site.propose({
      namespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } },
    })
    const errors = [
      await reasonOf(approval),
      await reasonOf(
        callApi({ apiUrl, projectId, clock: systemClock, fetch }, accountBalance, {
          query: { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', currency: 'usd' },
        }),
      ),
    ]
    return errors.map(alertOf)
  }
  expect(await alertsOf()).toEqual(['alertProjectIdMissing', 'alertProjectIdMissing'])
  expect(await alertsOf('unknown')).toEqual(['alertInvalidProjectId', 'alertInvalidProjectId'])
})

const shown = ({ kit }: ReturnType<typeof startTestKit>) => kit.getState().alert

test('an unknown network shows an alert only with `debug`', async () => {
  const [debugged, plain] = [startTestKit({ debug: true }), startTestKit()]
  for (const { kit } of [debugged, plain])
    await reasonOf(kit.switchNetwork({ networkId: 'eip155:1' }))
  await expect
    .poll(() => shown(debugged))
    .toEqual({ code: 'alertNetworkNotFound', text: 'eip155:1' })
  expect(shown(plain)).toBeUndefined()
})

test('a method that the wallet does not support shows an alert with its name; a refusal does not', async () => {
  const wallet = startTestWallet()
  const started = startTestKit({ debug: true })
  await started.kit.connect({ connectorId: wallet.info.rdns })
  wallet.setBehaviour('refuse')
  expect(
    await reasonOf(
      started.kit.request({
        method: 'personal_sign',
        params: ['0x00', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      }),
    ),
  ).toMatchObject({ code: 'userRejected' })
  await import('../errors/alertOf.lazy.ts') // the code that `showAlert` loads
  expect(shown(started)).toBeUndefined()
  expect(
    await reasonOf(started.kit.request({ method: 'wallet_grantPermissions', params: [] })),
  ).toMatchObject({ code: 'unsupportedMethod' })
  await expect
    .poll(() => shown(started))
    .toEqual({ code: 'alertMethodNotAllowed', text: 'wallet_grantPermissions' })
})

test.each([
  ['signMessage', 'personal_sign', (kit: Kit) => kit.signMessage({ message: 'hello' })],
  [
    'sendTransaction',
    'eth_sendTransaction',
    (kit: Kit) => kit.sendTransaction({ to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }),
  ],
] as const)('%s shows an alert if the wallet does not support %s', async (name, refused, ask) => {
  const answers: Record<string, unknown> = {
    eth_requestAccounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    eth_chainId: '0x7a69',
  }
  const request = async ({ method }: { method: string }) => {
    if (method === refused) throw Object.assign(new Error('unknown'), { code: 4200 })
    return answers[method]
  }
  onTestFinished(
    announceWallet({
      info: { uuid: '1', name: 'Poor', icon: '', rdns: 'poor' },
      provider: { on() {}, removeListener() {}, request },
    }),
  )
  const started = startTestKit({ debug: true })
  await started.kit.connect({ connectorId: 'poor' })
  expect(await reasonOf(ask(started.kit))).toMatchObject({ code: 'unsupportedMethod' })
  await expect.poll(() => shown(started)).toEqual({ code: 'alertMethodNotAllowed', text: name })
})

test('if the relay refuses, an alert is shown when a phone connects', async () => {
  const connectors = [
    { id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' },
  ] as const
  const started = startTestKit({
    debug: true,
    adapters: [createFakeAdapter({ connectors, connect: 'alertSessionExpired' })],
  })
  expect(await reasonOf(started.kit.connect({ connectorId: 'walletConnect' }))).toMatchObject({
    code: 'alertSessionExpired',
  })
  await expect.poll(() => shown(started)).toMatchObject({ code: 'alertSessionExpired' })
})

/** Collects the errors that are reported to the page (`reportError`), until the test ends. */
function hearErrors(): unknown[] {
  const reported: unknown[] = []
  Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'reportError'))
  return reported
}

test.each([
  [{}, 1],
  [{ termsConditionsUrl: 'https://example.org/terms' }, 0],
  [{ privacyPolicyUrl: 'https://example.org/privacy' }, 0],
])('a legal checkbox is reported only if it has no URLs: %j', async (urls, count) => {
  const reported = hearErrors()
  const network = networkOf(deafChains[0])
  const started = startTestKit({
    debug: true,
    networks: [network, network],
    features: { legalCheckbox: true },
    ...urls,
  })
  const flow = started.kit.open()
  started.kit.close()
  await flow
  expect(reported).toEqual([]) // the modal shows the alert first
  started.clock.advance(times.rowsSettled)
  // the network that is listed twice is reported first
  await expect.poll(() => reported.length).toBe(1 + count)
  const missing = {
    code: 'optionInvalid',
    message:
      'Option "features.legalCheckbox" has nothing to agree to. Pass termsConditionsUrl, privacyPolicyUrl or both.',
  }
  expect(reported.slice(1)).toMatchObject(count ? [missing] : [])
  await expect.poll(() => shown(started)?.text?.includes('legalCheckbox')).toBe(count > 0)
})

test.each([
  [
    {
      customWallets: [
        { id: 'own', name: 'Own' },
        { id: 'own', name: 'Other' },
      ],
    },
    'Option "customWallets" names own twice. Give each wallet an id of its own.',
  ],
  [
    { customWallets: [{ id: 'own', name: 'Own', image: 'https://example.org/own.png' }] },
    'Option "customWallets[0].image" is unknown. Did you mean "customWallets[0].image_url"?',
  ],
  [
    {
      customWallets: [
        { id: 'own', name: 'Own' },
        { id: 'other', name: 'Other', mobileLink: 'other://' },
      ],
    },
    'Option "customWallets[1].mobileLink" is unknown. Did you mean "customWallets[1].mobile_link"?',
  ],
  [
    {
      metadata: { name: 'Shop', url: 'https://example.org', icon: 'https://example.org/shop.png' },
    },
    'Option "metadata.icon" is unknown. Did you mean "metadata.icons"?',
  ],
  [
    {
      tokens: {
        'eip155:31337': [
          {
            address: '0xdB25f211AB05b1c97D595516F45794528a807ad8',
            name: 'Flour',
            symbol: 'FLR',
            decimals: 2,
            logoURI: 'https://example.org/flour.png',
          },
        ],
      },
    },
    'Option "tokens["eip155:31337"][0].logoURI" is unknown. Did you mean "tokens["eip155:31337"][0].iconUrl"?',
  ],
  [
    { networks: [{ ...mainnet, blockExplorer: {} }] },
    'Option "networks[0].blockExplorer" is unknown. Did you mean "networks[0].blockExplorers"?',
  ],
  [{ networks: [mainnet, base, optimism, zksync, celo] }, undefined],
  [
    { themeVariables: { '--lk-accent': 'red', '--lk-acent': 'red' } },
    expect.stringContaining(
      'Option "themeVariables" has "--lk-acent", which nothing reads. Pass some of: --lk-bg, ',
    ),
  ],
  [
    { customRpcUrls: { 'eip155:99': ['https://node.example.org'] } },
    'Option "customRpcUrls" names eip155:99, which is none of the networks. Add it to networks, or leave it out.',
  ],
  [
    { networkIcons: { 'eip155:98': '/icons/98.svg' } },
    'Option "networkIcons" names eip155:98, which is none of the networks. Add it to networks, or leave it out.',
  ],
  [
    {
      customWallets: [{ id: 'own', name: 'Own' }],
      themeVariables: { '--lk-radius': '0.5' },
      customRpcUrls: { 'eip155:31337': ['https://node.example.org'] },
    },
    undefined,
  ],
] as const)('an invalid part of the options is reported: %j', async (options, message) => {
  const reported = hearErrors()
  const started = startTestKit({ debug: true, ...options })
  const flow = started.kit.open()
  started.kit.close()
  await flow
  started.clock.advance(times.rowsSettled)
  await import('../../session/checkContradictions.lazy.ts') // the code that `showAlert` loads
  await import('../errors/alertOf.lazy.ts')
  expect(reported).toMatchObject(message ? [{ code: 'optionInvalid', message }] : [])
})

test('an unknown feature switch is reported once the features have loaded', async () => {
  const reported = hearErrors()
  const { kit, clock } = startTestKit({
    debug: true,
    features: { send: false, ...{ sidebar: true } },
  })
  contextOf(kit).screens.setState({ status: 'coming' }, true) // as a KitProvider does
  const flow = kit.open()
  await vi.waitFor(() => expect(clock.waits).toContain(times.rowsSettled))
  clock.advance(times.rowsSettled)
  await import('../../session/checkContradictions.lazy.ts') // the code that the modal loads
  expect(reported).toEqual([])
  const { store, complete } = loadManifests(kit)
  await complete()
  contextOf(kit).screens.setState(screensOf(kit, store.getState()), true)
  expect(reported).toMatchObject([
    {
      code: 'optionInvalid',
      message: expect.stringMatching(
        /^Option "features\.sidebar" is unknown\. Leave it out, or pass one of: swaps, onramp, receive, send, /,
      ),
    },
  ])
  kit.close()
  await flow
})

test('the theme variables are the variables that the style sheets read', () => {
  const folders = ['../../react/', '../../../../ui/src/'].map(
    (path) => new URL(path, import.meta.url),
  )
  const sheets = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.css'))
      .map((path) => readFileSync(new URL(path, folder), 'utf8')),
  )
  const read = sheets.flatMap((sheet) =>
    [...sheet.matchAll(/var\(\s*(--lk-[a-z-]+)/g)].map(([, name]) => name),
  )
  expect(new Set(read)).toEqual(new Set(themeVariables))
})

test('duplicates in the options are reported once, when the modal first opens', async () => {
  const reported = hearErrors()
  const network = networkOf(deafChains[0])
  const started = startTestKit({
    debug: true,
    networks: [network, network],
    adapters: [createFakeAdapter(), createFakeAdapter()],
  })
  for (let time = 0; time < 2; time++) {
    const flow = started.kit.open()
    started.kit.close()
    await flow
    started.clock.advance(times.rowsSettled)
  }
  await expect.poll(() => reported.length).toBe(2)
  await expect
    .poll(() => shown(started))
    .toMatchObject({
      code: 'alertInvalidConfiguration',
      text: 'Option "networks" names eip155:31337 twice. Name each network once. Option "adapters" has two for eip155. Pass one for each namespace.',
    })
  expect(reported).toMatchObject([
    { message: 'Option "networks" names eip155:31337 twice. Name each network once.' },
    { code: 'optionInvalid' },
  ])
})

test('a site built for production gets the error of an invalid option when the modal opens', async () => {
  const reported = hearErrors()
  const started = startTestKit({ debug: true })
  // a bundler leaves out the check of `createKit`, so that such options get here
  Object.assign(contextOf(started.kit).options, { customWallets: 'own', modalSize: 'huge' })
  const flow = started.kit.open()
  started.kit.close()
  await flow
  started.clock.advance(times.rowsSettled)
  const message = 'Option "customWallets" is not valid. Pass a list of { id, name }.'
  await expect
    .poll(() => shown(started))
    .toMatchObject({ code: 'alertInvalidConfiguration', text: message })
  expect(reported).toMatchObject([{ code: 'optionInvalid', message }])
})
