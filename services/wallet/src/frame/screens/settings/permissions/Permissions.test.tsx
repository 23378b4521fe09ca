// @vitest-environment jsdom
import { listGrants } from '@latchkey/protocol/sessions/walletGrants'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { expect, test, vi } from 'vitest'
import { fault } from '../../../bridge/Fault.ts'
import {
  createFakeChain,
  createFakeNode,
  fakeNetworkId,
} from '../../../sessions/testing/fakeNode.ts'
import { ownGrant } from '../../../sessions/testing/ownGrant.ts'
import { drawScreen, pass, press, release, stubLayout } from '../../../testing/drawScreen.tsx'
import { ann, shop, startTestLogins } from '../../../testing/startTestLogins.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'

const address = ann.addresses?.eip155 as Hex // the account has one
type Made = ReturnType<typeof ownGrant>

/** Opens the settings of a visitor with permissions. */
async function start(grants: readonly Made[] = []) {
  stubLayout()
  const chain = createFakeChain()
  const node = createFakeNode(chain)
  const server = { isReachable: true }
  const { openFrame, state, store } = await startTestLogins()
  state.user = ann
  state.answer = (path, parameters) => {
    if (path === '/v1/rpc') return node(parameters as Parameters<typeof node>[0]) // as the frame asks
    if (path !== listGrants.path) return undefined
    if (!server.isReachable) throw fault('httpFailed')
    return { grants: grants.map(({ grant }) => grant) }
  }
  await store.set(`consent:${shop}`, 'ann')
  await store.set('current', address)
  const { wallet: made } = openFrame(shop)
  const wallet: Wallet = {
    ...made,
    settings: {
      ...made.settings,
      networks: [
        { networkId: fakeNetworkId, name: 'Devnet', currency: { symbol: 'ETH', decimals: 18 } },
      ],
    },
  }
  const { default: SettingsView } = await import('../SettingsView.tsx')
  const drawn = await drawScreen(
    <SettingsView
      wallet={wallet}
      params={{ place: undefined }}
      settle={() => {}}
      refuse={() => {}}
      waiting={1}
    />,
  )
  const text = () => drawn.text().replace(/[\u2068\u2069]/g, '')
  const go = async (...names: readonly string[]) => {
    for (const name of names) {
      await pass()
      const element = drawn.button(name)
      await press(element)
      await release(element)
      await pass(0)
    }
    await pass(0)
  }
  return { ...drawn, text, go, chain, server, state }
}

const rowsIn = () => [...document.querySelectorAll('.row')].map(({ textContent }) => textContent)

test('each permission says what it is, what is left, until when, and where', async () => {
  const site = (origin: string, terms: Parameters<typeof ownGrant>[2] = {}) => ({
    origin,
    ...terms,
  })
  const start1 = Math.floor(Date.now() / 1_000) - 100
  const made = {
    fresh: ownGrant(address, 1, site('https://a.example')),
    used: ownGrant(address, 2, site('https://b.example')),
    daily: ownGrant(
      address,
      3,
      site('https://c.example', {
        terms: {
          what: { kind: 'periodic', amount: 10n ** 16n, period: 86_400, startTime: start1 },
        },
      }),
    ),
    twice: ownGrant(
      address,
      4,
      site('http://d.example:8080', {
        terms: {
          what: {
            kind: 'calls',
            targets: [`0x${'8'.repeat(40)}`],
            selectors: ['0x12345678'],
            maxValue: 0n,
            fixed: [],
          },
          maxUses: 2n,
        },
        signatures: ['buy(uint256)'],
      }),
    ),
    full: ownGrant(address, 5, site('https://e.example')),
    ended: ownGrant(address, 6, site('https://f.example')),
    old: ownGrant(address, 7, site('https://g.example', { terms: { expiry: start1 } })),
    foreign: ownGrant(address, 8, site('https://h.example', { networkId: 'eip155:5' })),
  }
  const { go, text, chain } = await start(Object.values(made))
  chain.spent.set(made.used.hash, { period: 1n, amount: 4n * 10n ** 16n })
  chain.spent.set(made.daily.hash, { period: 1n, amount: 10n ** 15n })
  chain.spent.set(made.full.hash, { period: 1n, amount: 10n ** 17n })
  chain.uses.set(made.twice.hash, 1n)
  chain.disabled.add(made.ended.hash)
  await go('Permissions')
  const rows = rowsIn().map((row) => row?.replace(/[\u2068\u2069]/g, ''))
  expect(rows.map((row) => /^\S*?example(?::\d+)?/.exec(row ?? '')?.[0])).toEqual([
    'a.example',
    'b.example',
    'c.example',
    'http://d.example:8080',
    'h.example',
    'e.example',
    'f.example',
    'g.example',
  ])
  expect(rows[0]).toMatch(/Up to 0\.1 ETH in all0\.1 ETH left nowUntil .* · Devnet$/)
  expect(rows[1]).toContain('0.06 ETH left now')
  expect(rows[2]).toMatch(/Up to 0\.01 ETH each day0\.009 ETH left now/)
  expect(rows[3]).toContain('Uses left: 1')
  expect(rows[4]).toMatch(/The network does not answer · eip155:5$/)
  expect(rows[5]).toMatch(/Used up · Devnet$/)
  expect(rows[6]).toMatch(/Ended by you · Devnet$/)
  expect(rows[7]).toMatch(/Over since .* · Devnet$/)
  expect(text()).toContain('Over: 3')
  await go('c.example')
  expect(text()).toMatch(
    /calls itself “Shop”.*StateActiveTaken in this period0\.001 ETHLeft now0\.009 ETH/,
  )
  await go('All permissions', 'http://d.example')
  expect(text()).toMatch(/Used1 of 2/)
  expect(text()).toContain('buy(uint256)')
  await go('All permissions', 'f.example')
  expect(text()).not.toContain('End this permission')
})

test('the settings count them, and an account without any says so', async () => {
  const { text, go } = await start([ownGrant(address, 1), ownGrant(address, 2)])
  expect(text()).toContain('PermissionsGiven to sites: 2')
  await go('Permissions')
  const none = await start()
  expect(none.text()).toContain('PermissionsWhat sites may do without asking')
  await none.go('Permissions')
  expect(none.text()).toContain('You have given no site a permission that still counts.')
  expect(none.text()).not.toContain('End all')
})

test('a network that does not answer is unknown, and so is a paused one', async () => {
  const { text, go, chain } = await start([ownGrant(address, 1)])
  chain.isSilent = true
  await go('Permissions')
  expect(text()).toContain('Devnet: what was taken, and what still counts, is not known now.')
  expect(rowsIn()[0]).toContain('The network does not answer')
  expect(rowsIn()[0]).not.toContain('left now')
  chain.isSilent = false
  chain.isPaused = true
  await go('Try again')
  expect(rowsIn()[0]).toContain('Paused')
  await go('shop.example')
  expect(text()).toContain('permissions are stopped there')
})

test('without the wallet’s server the list says that some may be missing, and never that there are none', async () => {
  const { text, go, server } = await start([ownGrant(address, 1)])
  server.isReachable = false
  await go('Permissions')
  expect(text()).toContain('That did not work')
  expect(text()).not.toContain('You have given no site')
  server.isReachable = true
  await go('Try again')
  expect(rowsIn()).toHaveLength(1)
})

test('255 permissions are listed, with hostile names and amounts', async () => {
  const many = Array.from({ length: 255 }, (_, index) =>
    ownGrant(address, index + 1, {
      origin: `https://site-${index}.example`,
      siteName: index === 0 ? '\u202eevil <b>name</b>' : 'x'.repeat(64),
      terms: {
        what: { kind: 'allowance', amount: index === 0 ? (1n << 256n) - 1n : 1n, startTime: 1 },
      },
    }),
  )
  const { text, go } = await start(many)
  await go('Permissions')
  expect(rowsIn()).toHaveLength(255)
  expect(rowsIn()[0]).toContain('any amount of')
  await go('site-0.example')
  expect(text()).toContain('calls itself “evil <b>name</b>”')
})

test('ending one shows its cost first, and a transaction that is not sent is told', async () => {
  const { text, go, state, button } = await start([ownGrant(address, 1)])
  await go('Permissions', 'shop.example', 'End this permission')
  expect(text()).toContain('End this permission?')
  expect(text()).toContain('From then on shop.example can’t do this any more:')
  expect(text()).toMatch(/Network fee[\d.]+ ETH/)
  expect(document.activeElement).toBe(button('Cancel'))
  await go('End it')
  // the code of keys is loaded now, which takes its time
  for (let look = 0; look < 50 && text().includes('The network takes it up'); look++) {
    await vi.dynamicImportSettled()
    await pass(100)
  }
  // the test's server has no share of the key
  expect(text()).toContain('It may still be on its way.')
  expect(state.requests).not.toContain('/v1/grants/end')
})

test('ending all names the network', async () => {
  const { text, go } = await start([ownGrant(address, 1), ownGrant(address, 2)])
  await go('Permissions', 'End all on Devnet')
  expect(text()).toContain('End all permissions on Devnet?')
  expect(text()).toContain('Those on other networks stay.')
  expect(text()).toMatch(/Network fee[\d.]+ ETH/)
  await go('Cancel')
  expect(rowsIn()).toHaveLength(2)
})
