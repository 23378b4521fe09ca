import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { socials } from '../../core/contracts/socials.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { connectMethods, methodPlaces, offeredMethods } from './connectMethods.ts'
import type { MethodPlace, MethodSources } from './connectMethods.ts'
import { hasRestrictedZone } from '../../core/page/hasRestrictedZone.ts'

const desk: MethodSources['device'] = {
  isMessenger: false,
  isIos: false,
  isPhone: false,
  system: 'windows',
}
const fox: Connector = { id: 'fox', name: 'Fox', namespace: 'eip155', type: 'injected' }
const auth = (more: Partial<Connector['logins'] & object> = {}, id = 'auth'): Connector => ({
  id,
  name: id,
  namespace: 'eip155',
  type: 'auth',
  logins: { email: true, socials, ...more },
})
/** A login whose service has not yet reported its companies. */
const pendingSocials = (more: Partial<Connector['logins'] & object> = {}) =>
  auth({ socials: [], areSocialsPending: true, ...more })

/** Describes the methods to connect by short texts: `email@auth`, `google+x@auth`, `wallets`. */
const inShort = (methods: readonly MethodPlace[]) =>
  methods.map((method) =>
    'isPending' in method
      ? `place of ${method.rows}`
      : method.method === 'wallet'
        ? method.isFolded
          ? 'folded'
          : 'wallets'
        : `${method.method === 'email' ? 'email' : method.socials.join('+')}@${method.connectorId}`,
  )
const offered = (options: Partial<KitOptions>, sources: Partial<MethodSources> = {}) =>
  inShort(
    offeredMethods({
      connectors: [fox, auth()],
      options,
      device: desk,
      isRestricted: false,
      ...sources,
    }),
  )
const all = 'google+x+discord+farcaster+github+apple+facebook@auth'

test.for<[string, Partial<KitOptions>, Partial<MethodSources>, readonly string[]]>([
  ['everything by default', {}, {}, ['email@auth', all, 'wallets']],
  [
    'another order',
    { features: { connectMethodsOrder: ['wallet', 'social', 'email'] } },
    {},
    ['wallets', all, 'email@auth'],
  ],
  [
    'an order that names only one method',
    { features: { connectMethodsOrder: ['social'] } },
    {},
    [all, 'email@auth', 'wallets'],
  ],
  ['no login connector', {}, { connectors: [fox] }, ['wallets']],
  [
    'a connector with e-mail only',
    {},
    { connectors: [auth({ socials: [] })] },
    ['email@auth', 'wallets'],
  ],
  [
    'a connector with companies only',
    {},
    { connectors: [auth({ email: false })] },
    [all, 'wallets'],
  ],
  [
    'two connectors: the first that has the login',
    {},
    { connectors: [auth({ email: false, socials: ['apple'] }, 'one'), auth({}, 'two')] },
    ['email@two', 'apple@one', 'wallets'],
  ],
  [
    'a wallet that claims to offer logins',
    {},
    { connectors: [{ ...fox, logins: { email: true, socials } }] },
    ['wallets'],
  ],
  [
    'a connector that the site excludes, by name in any case',
    { excludeWalletIds: ['AUTH'] },
    {},
    ['wallets'],
  ],
  [
    'a placeholder for companies not known yet',
    {},
    { connectors: [pendingSocials()] },
    ['email@auth', 'place of 2', 'wallets'],
  ],
  [
    'one placeholder row if the site wants one company',
    { features: { socials: ['google'] } },
    { connectors: [pendingSocials()] },
    ['email@auth', 'place of 1', 'wallets'],
  ],
  [
    'the placeholder in the site’s order',
    { features: { connectMethodsOrder: ['wallet', 'social'] } },
    { connectors: [pendingSocials()] },
    ['wallets', 'place of 2', 'email@auth'],
  ],
  [
    'no placeholder if the site wants no companies',
    { features: { socials: false } },
    { connectors: [pendingSocials()] },
    ['email@auth', 'wallets'],
  ],
  [
    'no placeholder for an empty list',
    { features: { socials: [] } },
    { connectors: [pendingSocials()] },
    ['email@auth', 'wallets'],
  ],
  [
    'no placeholder in a restricted zone',
    {},
    { connectors: [pendingSocials()], isRestricted: true },
    ['email@auth', 'wallets'],
  ],
  [
    'no placeholder once the service has failed',
    {},
    { connectors: [pendingSocials({ areSocialsUnavailable: true })] },
    ['email@auth', 'wallets'],
  ],
  [
    'no placeholder beside a connector with known companies',
    {},
    { connectors: [pendingSocials(), auth({ email: false, socials: ['x'] }, 'two')] },
    ['email@auth', 'x@two', 'wallets'],
  ],
  [
    'no placeholder if the site excludes the connector',
    { excludeWalletIds: ['auth'] },
    { connectors: [pendingSocials()] },
    ['wallets'],
  ],
  ['no e-mail', { features: { email: false } }, {}, [all, 'wallets']],
  ['no companies', { features: { socials: false } }, {}, ['email@auth', 'wallets']],
  ['an empty list of companies', { features: { socials: [] } }, {}, ['email@auth', 'wallets']],
  [
    'some companies, in the site’s order',
    { features: { socials: ['github', 'x', 'github'] } },
    {},
    ['email@auth', 'github+x@auth', 'wallets'],
  ],
  [
    'only companies that the connector has',
    { features: { socials: ['github', 'x'] } },
    { connectors: [auth({ socials: ['x', 'apple'] })] },
    ['email@auth', 'x@auth', 'wallets'],
  ],
  [
    'no company that the connector has',
    { features: { socials: ['github'] } },
    { connectors: [auth({ socials: ['x'] })] },
    ['email@auth', 'wallets'],
  ],
  ['no wallets', { enableWallets: false }, {}, ['email@auth', all]],
  ['folded wallets', { features: { collapseWallets: true } }, {}, ['email@auth', all, 'folded']],
  [
    'wallets folded beside the e-mail',
    { features: { emailShowWallets: false } },
    {},
    ['email@auth', all, 'folded'],
  ],
  [
    'no e-mail, so wallets are not folded',
    { features: { emailShowWallets: false, email: false } },
    {},
    [all, 'wallets'],
  ],
  [
    'no login connector, so wallets are not folded',
    { features: { emailShowWallets: false } },
    { connectors: [fox] },
    ['wallets'],
  ],
  ['no method at all', { enableWallets: false }, { connectors: [fox] }, []],
  ['a restricted zone without companies', {}, { isRestricted: true }, ['email@auth', 'wallets']],
])('offeredMethods returns the methods to connect: %s', ([, options, sources, expected]) => {
  expect(offered(options, sources)).toEqual(expected)
})

test.for<[string, Partial<MethodSources['device']>, readonly string[]]>([
  ['iOS', { isIos: true, isPhone: true, system: undefined }, ['google']],
  ['Android', { isPhone: true, system: undefined }, ['facebook', 'x']],
  ['a Mac', { system: 'mac' }, ['x']],
  ['Windows', {}, []],
  ['Linux', { system: 'linux' }, []],
])(
  'inside a messaging app on %s, logins that would not open there are left out; a browser offers all logins',
  ([, device, absent]) => {
    const left = socials.filter((social) => !absent.includes(social)).join('+')
    expect(offered({}, { device: { ...desk, ...device, isMessenger: true } })).toEqual([
      'email@auth',
      `${left}@auth`,
      'wallets',
    ])
    expect(offered({}, { device: { ...desk, ...device } })).toEqual(['email@auth', all, 'wallets'])
  },
)

test('if no login of a connector would open, the next connector is used', () => {
  const device = { ...desk, isMessenger: true, isIos: true, isPhone: true }
  expect(
    offered(
      {},
      {
        device,
        connectors: [
          auth({ email: false, socials: ['google'] }, 'one'),
          auth({ email: false, socials: ['apple'] }, 'two'),
        ],
      },
    ),
  ).toEqual(['apple@two', 'wallets'])
})

test.for([
  ...[
    'Asia/Shanghai',
    'Asia/Urumqi',
    'Asia/Chongqing',
    'Asia/Chungking',
    'Asia/Harbin',
    'Asia/Kashgar',
    'PRC',
    'Asia/Hong_Kong',
    'Hongkong',
    'Asia/Macau',
    'Asia/Macao',
  ].map((zone) => [zone, true] as const),
  ['asia/shanghai', true],
  ['ASIA/MACAO', true],
  ['prc', true],
  ['Asia/Taipei', false],
  ['Asia/Singapore', false],
  ['Asia/Tokyo', false],
  ['Europe/Zurich', false],
  ['UTC', false],
  ['', false],
  ['Asia/Shanghai2', false],
  ['Not/Asia/Shanghai', false],
] as const)('the time zone %s is restricted: %s', ([zone, expected]) => {
  expect(hasRestrictedZone(zone)).toBe(expected)
})

test('the time zone of the browser is read at each call', () => {
  const { TZ } = process.env
  onTestFinished(() => void (TZ === undefined ? delete process.env.TZ : (process.env.TZ = TZ)))
  process.env.TZ = 'Asia/Hong_Kong'
  expect(hasRestrictedZone()).toBe(true)
  process.env.TZ = 'Asia/Tokyo'
  expect(hasRestrictedZone()).toBe(false)
})

beforeEach(() => void startTestPage())

test('connectMethods lists what the adapters offer, except the login in use', async () => {
  const { kit } = startTestKit({
    adapters: [createFakeAdapter({ connectors: [fox, auth({ socials: ['google', 'apple'] })] })],
    features: { emailShowWallets: false },
  })
  expect(inShort(connectMethods(kit))).toEqual(['email@auth', 'google+apple@auth', 'folded'])
  await kit.connect({ login: { social: 'apple' } })
  expect(inShort(connectMethods(kit))).toEqual(['wallets'])
  await kit.disconnect()
  expect(inShort(connectMethods(kit))).toEqual(['email@auth', 'google+apple@auth', 'folded'])
})

test('without a login connector only the wallets are offered', () => {
  const { kit } = startTestKit({ adapters: [createFakeAdapter({ connectors: [fox] })] })
  expect(connectMethods(kit)).toEqual([{ method: 'wallet', isFolded: false }])
})

test('methodPlaces keeps a place for logins that are still loading; `connectMethods` leaves it out', () => {
  const { kit } = startTestKit({
    adapters: [createFakeAdapter({ connectors: [fox, pendingSocials()] })],
  })
  expect(inShort(methodPlaces(kit, kit.getState()))).toEqual([
    'email@auth',
    'place of 2',
    'wallets',
  ])
  expect(inShort(connectMethods(kit))).toEqual(['email@auth', 'wallets'])
})
