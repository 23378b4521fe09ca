import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import { defaultFeatures } from '../../core/kit/features.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'
import { connectRows } from './connectRows.ts'
import { visibleConnectors } from './visibleConnectors.ts'
import type { ConnectSources } from './joinWallets.ts'
import type { ConnectRow } from './inGroups.ts'

const desktop = { isPhone: false, hasProvider: false }
const phones: Connector = {
  id: 'walletConnect',
  name: 'WalletConnect',
  namespace: 'eip155',
  type: 'walletConnect',
}
const installed = (id: string, name = id, more: Partial<Connector> = {}): Connector => ({
  id,
  name,
  namespace: 'eip155',
  type: 'injected',
  ...more,
})
const listed = (id: string, name = id, more: Partial<Wallet> = {}): Wallet => ({
  id,
  name,
  mobile_link: `${id}://`,
  ...more,
})

const fox = installed('com.fox', 'Fox')
const owl = installed('com.owl', 'Owl')
const base = installed('base', 'Base', { type: 'external' })
const pocket = listed('pocket', 'Pocket')
const star = listed('star', 'Star')
const first = ['a1', 'a2', 'a3', 'a4'].map((id) => listed(id))

type Given = Partial<Omit<ConnectSources, 'options'>> & ConnectSources['options']

function rowsOf(
  {
    connectors = [phones, fox],
    recents = [],
    featured = [],
    recommended = [],
    device = desktop,
    all,
    ...options
  }: Given,
  shown?: readonly ConnectRow[],
) {
  return connectRows({ connectors, recents, featured, recommended, device, all, options }, shown)
}
/** Describes each row by the text `group key`, a placeholder by `group …`. */
const brief = (rows: readonly ConnectRow[]) =>
  rows.map(({ kind, group, key }) => `${group} ${kind === 'pending' ? '…' : key}`)

describe('order of the rows', () => {
  const all: Given = {
    connectors: [base, owl, fox, phones],
    recents: [{ id: 'com.owl', name: 'Owl' }],
    featuredWalletIds: ['star'],
    featured: [star],
    customWallets: [pocket],
    recommended: first,
  }

  test.for([
    [
      undefined,
      [
        'walletConnect walletConnect',
        'recent com.owl',
        'injected com.fox',
        'featured star',
        'custom pocket',
        'external base',
      ],
    ],
    [
      ['external', 'custom'],
      [
        'external base',
        'custom pocket',
        'walletConnect walletConnect',
        'recent com.owl',
        'injected com.fox',
        'featured star',
      ],
    ],
    [
      ['injected'],
      [
        'injected com.owl',
        'injected com.fox',
        'walletConnect walletConnect',
        'featured star',
        'custom pocket',
        'external base',
      ],
    ],
  ] as const)('the rows follow the order %j', ([connectorTypeOrder, rows]) => {
    expect(
      brief(rowsOf({ ...all, features: connectorTypeOrder && { connectorTypeOrder } })),
    ).toEqual(rows)
  })

  test('recent wallets are sorted by last use, at most two', () => {
    const recents = [pocket, { id: 'com.fox', name: 'Fox' }, { id: 'com.owl', name: 'Owl' }]
    expect(brief(rowsOf({ connectors: [phones, owl, fox], recents })).slice(1)).toEqual([
      'recent pocket',
      'recent com.fox',
      'injected com.owl',
    ])
  })

  test('in each other kind, installed wallets stand first', () => {
    expect(
      brief(
        rowsOf({
          customWallets: [pocket, listed('com.fox', 'Fox')],
          features: { connectorTypeOrder: ['custom'] },
        }),
      ),
    ).toEqual(['custom com.fox', 'custom pocket', 'walletConnect walletConnect'])
    expect(
      brief(
        rowsOf({
          featuredWalletIds: ['star', 'fox'],
          featured: [star],
          features: { connectorTypeOrder: ['featured'] },
        }),
      ),
    ).toEqual(['featured com.fox', 'featured star', 'walletConnect walletConnect'])
  })
})

describe('wallets without an id', () => {
  const ghost = installed('app.ghost', 'Ghost')
  const named: Connector = {
    id: 'solana.ghost',
    name: 'Ghost',
    namespace: 'solana',
    type: 'injected',
    isByName: true,
  }

  test.for([[[phones, ghost, named]], [[phones, named, ghost]]] as const)(
    'a wallet without an id shares the row of the wallet with its name in another namespace',
    ([connectors]) => {
      const rows = rowsOf({
        connectors,
        recommended: [listed('ghost', 'Ghost', { rdns: 'app.ghost' })],
        recents: [{ id: 'solana.ghost', name: 'Ghost' }],
      })
      expect(rows.filter((row) => row.kind === 'connector')).toMatchObject([
        { connectors: [{ name: 'Ghost' }, { name: 'Ghost' }] },
      ])
      expect(rows).toHaveLength(2)
    },
  )

  test('a wallet without an id matches the wallet of its name in the catalogue', () => {
    expect(
      rowsOf({
        connectors: [phones, named],
        recommended: [listed('ghost', 'Ghost', { rdns: 'app.ghost' })],
      }).slice(1),
    ).toMatchObject([{ kind: 'connector', wallet: { id: 'ghost' } }])
  })
})

describe('groups named by the site', () => {
  /** Describes each row by the text `heading: key`. */
  const headed = (rows: readonly ConnectRow[]) =>
    rows.map(({ groupName = '', key }) => `${groupName}: ${key}`)
  const walletGroups = [
    { name: 'Ours', walletIds: ['STAR', 'Owl', 'pocket'] },
    { name: 'By phone', walletIds: ['walletConnect', 'owl', 'nobody'] },
  ]
  const given: Given = {
    connectors: [phones, base, fox, owl],
    recents: [{ id: 'com.owl', name: 'Owl' }],
    featuredWalletIds: ['star', 'owl', 'pocket', 'nobody'],
    featured: [star],
    customWallets: [pocket],
    all: { count: 530 },
    walletGroups,
  }

  test('a group has the wallets that it names by id, rdns or name, each in its first group', () => {
    expect(headed(rowsOf(given))).toEqual([
      'Ours: star',
      'Ours: com.owl',
      'Ours: pocket',
      'By phone: walletConnect',
      ': com.fox',
      ': base',
      ': all wallets',
    ])
  })

  test('a group keeps places for loading wallets, and a late wallet stands below without a group', () => {
    const before = connectRows({
      connectors: [phones, fox],
      recents: [],
      featured: undefined,
      recommended: [],
      device: desktop,
      options: { featuredWalletIds: given.featuredWalletIds, walletGroups },
    })
    expect(headed(before)).toEqual([
      'Ours: pending featured star',
      'Ours: pending featured owl',
      'Ours: pending featured pocket',
      'By phone: walletConnect',
      'By phone: pending featured nobody',
      ': com.fox',
    ])
    expect(
      headed(rowsOf({ ...given, connectors: [phones, fox, owl], recents: [] }, before)),
    ).toEqual([
      'Ours: star',
      'Ours: com.owl',
      'Ours: pocket',
      'By phone: walletConnect',
      ': com.fox',
      ': all wallets',
    ])
    const later = rowsOf({ ...given, connectors: [phones, fox], recents: [] }, before)
    expect(headed(later)).toEqual([
      'Ours: star',
      'Ours: pocket',
      'By phone: walletConnect',
      ': com.fox',
      ': all wallets',
    ])
    expect(
      headed(rowsOf({ ...given, connectors: [phones, fox, owl], recents: [] }, later)).at(-1),
    ).toBe(': com.owl')
  })
})

describe('one row per wallet', () => {
  test.for([
    ['by its id', listed('com.fox', 'Another name')],
    ['by its reverse domain name', listed('c57c', 'Another name', { rdns: 'com.fox' })],
    ['in any case', listed('c57c', 'Another name', { rdns: 'COM.Fox' })],
    ['by its name where it has no reverse domain name', listed('c57c', ' fox')],
  ] as const)('an installed wallet matches a listed one %s', ([, wallet]) => {
    const [, row, ...rest] = rowsOf({
      customWallets: [wallet],
      recommended: [wallet],
      recents: [wallet],
    })
    expect(rest).toEqual([])
    expect(row).toMatchObject({
      kind: 'connector',
      key: 'com.fox',
      group: 'recent',
      isRecent: true,
      wallet,
      detail: undefined,
    })
  })

  test.for([
    ['the scheme of its link', { mobile_link: 'STAR://' }, true],
    ['the host of its link', { link_mode: 'https://star.example/wc?a=b' }, true],
    ['a link on another host', { link_mode: 'https://star.example.evil.example' }, false],
    ['the same host at another port', { link_mode: 'https://star.example:8443' }, false],
    ['the scheme of another wallet', { mobile_link: 'starling://' }, false],
    ['no link', { homepage: 'https://star.example' }, false],
    ['an empty link', { mobile_link: '', link_mode: ' ' }, false],
    ['a link without a target', { mobile_link: '://' }, false],
  ] as const)(
    'a connected phone and a listed wallet are matched or not by %s',
    ([, links, isSame]) => {
      const peer: Wallet = { id: 'app:star wallet', name: 'Star wallet', ...links }
      const wallet: Wallet = { ...star, link_mode: 'https://star.example' }
      const rows = rowsOf({
        connectors: [phones],
        customWallets: [listed('empty', 'Empty', { mobile_link: '' }), wallet],
        recents: [peer],
      })
      expect(rows.find(({ key }) => key === 'star')).toMatchObject({
        group: isSame ? 'recent' : 'custom',
        wallet,
      })
      expect(rows.some(({ key }) => key === peer.id)).toBe(!isSame)
    },
  )

  test('two listed wallets with the same link are two rows', () => {
    const link_mode = 'https://apps.example'
    expect(
      brief(
        rowsOf({
          connectors: [phones],
          customWallets: [listed('hen', 'Hen', { link_mode }), listed('owl', 'Owl', { link_mode })],
        }),
      ),
    ).toEqual(['walletConnect walletConnect', 'custom hen', 'custom owl'])
  })

  test('a wallet with the name of another wallet does not hide that wallet, and both rows show their rdns', () => {
    const real = listed('c57c', 'Fox', { rdns: 'com.fox' })
    const impostor = installed('evil.fox', 'Fox')
    const rows = rowsOf({ connectors: [phones, impostor], customWallets: [real] })
    expect(rows.slice(1)).toMatchObject([
      { kind: 'connector', key: 'evil.fox', detail: 'evil.fox' },
      { kind: 'wallet', wallet: real, detail: 'com.fox' },
    ])
    expect(brief(rowsOf({ connectors: [phones, impostor, fox], customWallets: [real] }))).toEqual([
      'walletConnect walletConnect',
      'injected evil.fox',
      'injected com.fox',
    ])
  })

  test('a wallet of several namespaces is one row with all its connectors', () => {
    const solana = { ...fox, namespace: 'solana' } as const
    expect(rowsOf({ connectors: [fox, solana] })).toMatchObject([
      { key: 'com.fox', connectors: [fox, solana] },
    ])
  })
})

describe('wallets that the site excludes', () => {
  const all: Given = {
    connectors: [phones, fox, base],
    customWallets: [pocket],
    featuredWalletIds: ['star'],
    featured: [star],
    recommended: first,
    recents: [first[0] ?? pocket],
  }

  test.for([
    [
      { excludeWalletIds: ['FOX', 'pocket', 'Base', 'a2', 'a3', 'a4'] },
      ['walletConnect walletConnect', 'recent a1', 'featured star'],
    ],
    [{ excludeWalletIds: ['walletConnect'] }, ['injected com.fox', 'external base']],
    [
      { includeWalletIds: ['com.fox'] },
      ['walletConnect walletConnect', 'injected com.fox', 'featured star', 'custom pocket'],
    ],
    [
      { includeWalletIds: ['A1'] },
      ['walletConnect walletConnect', 'recent a1', 'featured star', 'custom pocket'],
    ],
    [{ enableWallets: false }, []],
    [{ enableWalletConnect: false }, ['injected com.fox', 'external base']],
  ] as const)('the rows follow the options %j', ([options, rows]) => {
    expect(brief(rowsOf({ ...all, ...options }))).toEqual(rows)
  })

  test('without WalletConnect there is no row for all wallets', () => {
    const given: Given = { connectors: [phones, fox], all: { count: 530 } }
    expect(brief(rowsOf(given)).at(-1)).toBe('all all wallets')
    expect(brief(rowsOf({ ...given, excludeWalletIds: ['walletConnect'] }))).toEqual([
      'injected com.fox',
    ])
  })

  test('`excludeWalletIds` also matches the rdns of a wallet, from every source', () => {
    const wallet = listed('c57c', 'Red fox', { rdns: 'com.fox' })
    expect(brief(rowsOf({ customWallets: [wallet], excludeWalletIds: ['c57c'] }))).toEqual([
      'walletConnect walletConnect',
    ])
    expect(
      brief(
        rowsOf({ connectors: [phones], customWallets: [wallet], excludeWalletIds: ['com.fox'] }),
      ),
    ).toEqual(['walletConnect walletConnect'])
  })
})

describe('installed wallets', () => {
  const generic = installed('injected', 'Injected')
  const unnamed = installed('metaMask', 'Fox')
  test.for([
    ['the generic wallet beside a known one', [generic, fox], desktop, ['injected com.fox']],
    [
      'the generic wallet alone',
      [generic],
      { isPhone: false, hasProvider: true },
      ['injected injected'],
    ],
    [
      'the generic wallet beside WalletConnect',
      [generic, phones],
      { isPhone: false, hasProvider: true },
      ['walletConnect walletConnect', 'injected injected'],
    ],
    ['the generic wallet, no wallet installed', [generic], desktop, []],
    ['a wallet without an identifier, no wallet installed', [unnamed], desktop, []],
    [
      'a wallet without an identifier, a wallet installed',
      [unnamed],
      { isPhone: false, hasProvider: true },
      ['injected metaMask'],
    ],
    [
      'a wallet with an unusual identifier',
      [installed('__proto__', 'Odd')],
      desktop,
      ['injected __proto__'],
    ],
    [
      'the browser of a wallet, on a phone',
      [generic],
      { isPhone: true, hasProvider: true },
      ['injected injected'],
    ],
  ] as const)('injected wallets are shown or hidden: %s', ([, connectors, device, rows]) => {
    expect(brief(rowsOf({ connectors, device }))).toEqual(rows)
  })
})

describe('recent wallets', () => {
  test('a recent extension that is no longer installed is hidden; a recent phone wallet is shown', () => {
    expect(
      brief(rowsOf({ connectors: [phones], recents: [{ id: 'com.gone', name: 'Gone' }, star] })),
    ).toEqual(['walletConnect walletConnect', 'recent star'])
  })
  test('a recent phone wallet is hidden if it has no name, or if WalletConnect is missing', () => {
    expect(brief(rowsOf({ recents: [{ id: 'walletConnect', name: 'WalletConnect' }] }))).toEqual([
      'walletConnect walletConnect',
      'injected com.fox',
    ])
    expect(brief(rowsOf({ connectors: [fox], recents: [star] }))).toEqual(['injected com.fox'])
  })
})

describe('rows while wallets load', () => {
  const featuredWalletIds = ['star', 'com.fox']

  test('placeholders are shown for missing featured wallets, and for recommended wallets up to four', () => {
    expect(
      brief(
        connectRows({
          connectors: [phones, fox],
          recents: [],
          featured: undefined,
          recommended: undefined,
          device: desktop,
          options: { featuredWalletIds },
        }),
      ),
    ).toEqual([
      'walletConnect walletConnect',
      'injected com.fox',
      'featured …',
      'recommended …',
      'recommended …',
    ])
  })

  test('recommended wallets fill up to four, without counting present ones twice', () => {
    const recommended = [listed('com.fox', 'Fox'), ...first.slice(0, 3)]
    expect(brief(rowsOf({ recommended }))).toEqual([
      'walletConnect walletConnect',
      'injected com.fox',
      'recommended a1',
      'recommended a2',
      'recommended a3',
    ])
    expect(
      rowsOf({ connectors: [phones, fox, owl, base, installed('com.elk')], recommended }),
    ).toHaveLength(5)
  })

  test('a wallet that appears late stands below the shown rows', () => {
    const before = rowsOf({ recommended: first })
    expect(brief(rowsOf({ connectors: [phones, fox, owl], recommended: first }, before))).toEqual([
      'walletConnect walletConnect',
      'injected com.fox',
      'recommended a1',
      'recommended a2',
      'recommended a3',
      'injected com.owl',
    ])
  })

  test('a late wallet does not move the row for all wallets', () => {
    const before = rowsOf({ all: { count: undefined } })
    expect(brief(before)).toEqual([
      'walletConnect walletConnect',
      'injected com.fox',
      'all all wallets',
    ])
    const after = rowsOf({ connectors: [phones, fox, owl], all: { count: 540 } }, before)
    expect(brief(after)).toEqual([
      'walletConnect walletConnect',
      'injected com.fox',
      'all all wallets',
      'injected com.owl',
    ])
    expect(after[2]).toMatchObject({ count: 540 })
  })

  test('an empty list of featured or recommended wallets leaves no placeholder', () => {
    const before = connectRows({
      connectors: [phones, fox],
      recents: [],
      featured: undefined,
      recommended: undefined,
      device: desktop,
      options: { featuredWalletIds },
    })
    expect(brief(rowsOf({ featuredWalletIds }, before))).toEqual([
      'walletConnect walletConnect',
      'injected com.fox',
    ])
  })
})

describe('generated sources', () => {
  const id = fc.constantFrom('com.fox', 'com.owl', 'org.elk', 'pocket', 'star', 'a1', 'a2', 'a3')
  const name = fc.constantFrom('Fox', 'Owl', 'Elk', 'Pocket', 'Star')
  const wallet = fc.record({
    id,
    name,
    rdns: fc.option(id, { nil: undefined }),
    mobile_link: fc.constantFrom('x://', undefined),
  })
  const wallets = fc.array(wallet, { maxLength: 5 })
  const list = fc.option(wallets, { nil: undefined })
  const ids = fc.array(fc.oneof(id, name), { maxLength: 2 })
  const connector = fc.record({
    id,
    name,
    namespace: fc.constantFrom('eip155', 'solana'),
    type: fc.constantFrom('injected', 'external'),
  } as const)
  const connectors = fc.uniqueArray(fc.oneof(connector, fc.constant(phones)), {
    maxLength: 6,
    selector: ({ id, namespace }) => `${namespace} ${id}`,
  })
  const walletGroups = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('First', 'Second', 'Third'),
      walletIds: fc.array(fc.oneof(id, name, fc.constant('walletConnect')), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { selector: ({ name }) => name, maxLength: 3 },
  )
  const options = fc.record(
    {
      walletGroups,
      customWallets: wallets,
      includeWalletIds: ids,
      excludeWalletIds: ids,
      featuredWalletIds: ids,
      enableWallets: fc.boolean(),
      enableWalletConnect: fc.boolean(),
      features: fc.record({
        connectorTypeOrder: fc.shuffledSubarray([...defaultFeatures.connectorTypeOrder]),
      }),
    },
    { requiredKeys: [] },
  )
  const all = fc.option(fc.record({ count: fc.option(fc.nat(), { nil: undefined }) }), {
    nil: undefined,
  })
  const sources = fc.record({
    connectors,
    all,
    recents: wallets,
    featured: list,
    recommended: list,
    options,
    device: fc.record({ isPhone: fc.boolean(), hasProvider: fc.boolean() }),
  })

  const namesOf = (row: ConnectRow) =>
    row.kind === 'connector'
      ? [...row.connectors, ...(row.wallet ? [row.wallet] : [])]
      : row.kind === 'wallet'
        ? [row.wallet]
        : []

  test('each key, connector and wallet appears once, and no excluded wallet appears', () => {
    fc.assert(
      fc.property(sources, (given) => {
        const rows = connectRows(given)
        const excluded = given.options.excludeWalletIds?.map((id) => id.toLowerCase()) ?? []
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
        const connectorsShown = rows.flatMap((row) =>
          row.kind === 'connector' ? row.connectors : [],
        )
        expect(new Set(connectorsShown).size).toBe(connectorsShown.length)
        expect(
          rows
            .flatMap(namesOf)
            .flatMap((source) => [
              source.id,
              source.name,
              'rdns' in source ? source.rdns : undefined,
            ])
            .filter((text) => excluded.includes(text?.toLowerCase() ?? '?')),
        ).toEqual([])
        expect(rows.filter(({ group }) => group === 'recent').length).toBeLessThanOrEqual(2)
      }),
    )
  })

  test('rows follow the requested order, and computing them again changes nothing', () => {
    fc.assert(
      fc.property(sources, (given) => {
        const rows = connectRows(given)
        const order: readonly string[] = [
          ...(given.options.features?.connectorTypeOrder ?? []),
          ...defaultFeatures.connectorTypeOrder,
          'all',
        ]
        const places = rows
          .filter(({ groupName }) => groupName === undefined)
          .map(({ group }) => order.indexOf(group))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        expect(connectRows(given, rows)).toEqual(rows)
        expect(connectRows(structuredClone(given))).toEqual(rows)
      }),
    )
  })

  test('the row for all wallets does not depend on the order of kinds', () => {
    const fox = { id: 'com.fox', name: 'Fox' }
    const given = {
      connectors: [phones, { ...fox, namespace: 'eip155', type: 'injected' }],
      all: { count: 1 },
      recents: [fox],
      featured: [],
      recommended: [],
      device: { isPhone: false, hasProvider: false },
    } as const
    for (const connectorTypeOrder of [['recent'], ['injected']])
      expect(
        connectRows({ ...given, options: { features: { connectorTypeOrder } } })
          .map(({ key }) => key)
          .at(-1),
      ).toBe('all wallets')
  })

  test('the order of kinds hides no wallet', () => {
    fc.assert(
      fc.property(sources, (given) => {
        const keys = (features: object | undefined) =>
          connectRows({ ...given, options: { ...given.options, features } })
            .map(({ key }) => key)
            .toSorted()
        expect(keys(given.options.features)).toEqual(keys(undefined))
      }),
    )
  })

  test('no shown row moves down for a row that appears later', () => {
    fc.assert(
      fc.property(
        sources,
        fc.array(fc.record({ connectors, all, featured: list, recommended: list }), {
          maxLength: 4,
        }),
        (given, changes) => {
          let shown = connectRows(given)
          for (const change of changes) {
            const next = connectRows({ ...given, ...change }, shown)
            const indexIn = (rows: readonly ConnectRow[], key: string) =>
              rows.findIndex((row) => row.key === key)
            for (const [before, { key }] of shown.entries())
              expect(indexIn(next, key)).toBeLessThanOrEqual(before)
            shown = next
          }
        },
      ),
    )
  })

  test('the site’s groups stand first, complete and in order, also after later wallets', () => {
    fc.assert(
      fc.property(
        sources,
        fc.array(fc.record({ connectors, all, featured: list, recommended: list }), {
          maxLength: 4,
        }),
        (given, changes) => {
          const names: readonly (string | undefined)[] = [
            ...(given.options.walletGroups ?? []).map(({ name }) => name),
            undefined,
          ]
          const placesOf = (rows: readonly ConnectRow[]) =>
            rows.map(({ groupName }) => names.indexOf(groupName))
          let shown = connectRows(given)
          for (const change of [{}, ...changes]) {
            shown = connectRows({ ...given, ...change }, shown)
            expect(placesOf(shown)).toEqual(placesOf(shown).toSorted((a, b) => a - b))
            expect(placesOf(shown)).not.toContain(-1)
          }
        },
      ),
    )
  })

  test('groups hide no wallet', () => {
    fc.assert(
      fc.property(sources, (given) => {
        const keys = (walletGroups: ConnectSources['options']['walletGroups']) =>
          connectRows({ ...given, options: { ...given.options, walletGroups } })
            .map(({ key }) => key)
            .toSorted()
        expect(keys(given.options.walletGroups)).toEqual(keys(undefined))
      }),
    )
  })

  test('without WalletConnect no row needs a phone', () => {
    fc.assert(
      fc.property(sources, (given) => {
        const rows = connectRows({
          ...given,
          options: { ...given.options, enableWalletConnect: false },
        })
        expect(rows.filter(({ kind }) => kind !== 'connector' && kind !== 'all')).toEqual([])
      }),
    )
  })
})

test.for([
  { isPhone: false, hasProvider: true },
  { isPhone: false, hasProvider: false },
  { isPhone: true, hasProvider: false },
])('a login connector is not listed as a wallet: %j', (device) => {
  const auth: Connector = {
    id: 'auth',
    name: 'Login',
    namespace: 'eip155',
    type: 'auth',
    logins: { email: true, socials: [] },
  }
  const generic: Connector = {
    id: 'injected',
    name: 'Browser wallet',
    namespace: 'eip155',
    type: 'injected',
  }
  const sources = {
    recents: [{ id: 'auth', name: 'Login' }],
    featured: [],
    recommended: [],
    options: { featuredWalletIds: ['auth'] },
    device,
  }
  const without = connectRows({ ...sources, connectors: [generic] })
  expect(connectRows({ ...sources, connectors: [generic, auth] })).toEqual(without)
  expect(connectRows({ ...sources, connectors: [auth] })).toEqual([])
  expect(visibleConnectors([auth, generic], { ...device, hasProvider: true })).toEqual([generic])
})
