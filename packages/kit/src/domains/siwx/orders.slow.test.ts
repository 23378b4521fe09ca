import fc from 'fast-check'
import { recoverMessageAddress } from 'viem'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import type { SignInMessage } from '@latchkey/protocol/signIn/signInMessage'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { deafChains, reasonOf } from '../../session/startTestKit.ts'
import type { Link, SourceFactory } from '../../core/contracts/connectorSource.ts'
import { connectionsOf } from '../../core/accounts/session.ts'
import { accountOf, activeSession, isSignInSettled } from '../../core/kit/state.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { memoryStorage, sharedKey } from '../../core/storage/storage.ts'
import { createDevelopmentWallet } from '../../testing/developmentWallet.ts'
import { manualClock } from '../../testing/manualClock.ts'
import { checkSignIn } from './checkSignIn.ts'
import { declineSignIn } from './declineSignIn.ts'
import { endOf } from './sessionEnd.ts'
import { signIn } from './signIn.ts'
import { signOut } from './signOut.ts'
import { startTestSignIn } from './startTestSignIn.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const connectorId = 'app.latchkey.development'
const life = 60_000

/** The address in the message while the account is not known yet. */
const placeholder = `0x${'0'.repeat(40)}`

/**
 * A phone that signs in while it connects. It calls `onSigned` after it has signed, before the site
 * stores the session.
 */
function startPhone() {
  const account = privateKeyToAccount(generatePrivateKey())
  const phone = { address: account.address, onSigned: () => {} }
  const provider = {
    request: async ({ method, params }: { method: string; params: readonly [Hex] }) =>
      method === 'personal_sign'
        ? account.signMessage({ message: { raw: params[0] } })
        : [account.address],
  }
  const source: SourceFactory = {
    create: ({ setConnectors }) => ({
      namespaces: ['eip155'],
      watch() {
        setConnectors([{ id: 'phone', name: 'Phone', namespace: 'eip155', type: 'external' }])
        return () => {}
      },
      prepare() {},
      async connect({
        networkId = formatNetworkId('eip155', 31_337),
        signIn: signInOnConnect,
        signal,
      }) {
        const data = await signInOnConnect?.prepare({
          chainId: networkId,
          accountAddress: placeholder,
        })
        if (data) {
          const signed = { ...data, accountAddress: account.address }
          const message = formatSignIn(signed as SignInMessage) // the kit has checked the data
          const signature = await account.signMessage({ message })
          phone.onSigned()
          await signInOnConnect?.storeSessions([{ data: signed, message, signature }], signal)
        }
        const link: Link = {
          connectorId: 'phone',
          namespace: 'eip155',
          provider,
          method: 'qrcode',
          state: () => ({ accounts: [{ address: account.address }], networkId }),
          subscribe: () => () => {},
          disconnect: async () => {},
          close() {},
        }
        return [link]
      },
      restore: async () => [],
    }),
  }
  return { phone, source }
}

/**
 * A wallet with three accounts on two networks, a phone, a site with sign-in, and a kit. A reload
 * of the page starts a new kit. Another tab has its own kit.
 */
async function startWorld(isRequired: boolean) {
  const wallet = createDevelopmentWallet({ chains: deafChains, count: 3 })
  wallet.announce()
  const { phone, source } = startPhone()
  const [storage, clock] = [memoryStorage(), manualClock()]
  const options = { storage, clock, sources: [source] }
  const { site, openKit, ...first } = await startTestSignIn({ isRequired, life, ...options })
  type Page = { kit: Kit; stop: () => void }
  const world = {
    wallet,
    phone,
    site,
    isRequired,
    clock,
    page: first as Page,
    other: undefined as Page | undefined,
    reload,
    changeTab,
    notifyTabs,
    close,
  }
  async function reload() {
    world.page.stop()
    world.page = await openKit(options)
    clock.advance(50)
  }
  /** Notifies the tab of changes that the other tab has made in the storage, as a browser does. */
  function notifyTabs() {
    if (world.other) window.dispatchEvent(Object.assign(new Event('storage'), { key: sharedKey }))
  }
  /** Switches to the other tab. Opens it the first time. */
  async function changeTab() {
    const next = world.other ?? (await openKit(options))
    ;[world.other, world.page] = [world.page, next]
    clock.advance(50)
    await settle()
    // in a browser, the event `visibilitychange` causes this check
    if (accountOf(next.kit.getState())) await checkSignIn(next.kit)
  }
  function close() {
    wallet.close()
    world.page.stop()
    world.other?.stop()
  }
  return world
}

type World = Awaited<ReturnType<typeof startWorld>>
type Model = Record<string, never>

/** Gives pending promises time to settle, several times, because each may start new promises. */
const settle = async () => {
  for (let hop = 0; hop < 8; hop++) await new Promise((resolve) => setTimeout(resolve))
}

/**
 * Expects these invariants:
 * - the signature of each session is that of the session's account
 * - the kit's state has only accounts that a wallet shares
 * - if the current account is `signedIn`, it has a session at the site; if it is `signedOut`, the
 *   modal is open
 */
async function expectWhole({ page: { kit }, site }: World): Promise<void> {
  for (const { data, message, signature } of site.sessions()) {
    expect(message).toContain(data.accountAddress)
    expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(
      data.accountAddress,
    ) // the cast: the wallet's signatures are hex
  }
  const { sessions, siwx = {}, modal } = kit.getState()
  const shared = connectionsOf(activeSession({ sessions, namespace: 'eip155' })).flatMap(
    ({ accounts }) => accounts.map(({ address }) => address),
  )
  for (const id of Object.keys(siwx)) expect(shared, id).toContain(id.split(':')[2])
  const account = accountOf(kit.getState())
  if (!account) return
  const status = siwx[account.accountId]
  const now = contextOf(kit).clock.now()
  if (status === 'signedIn')
    expect(endOf(site.sessions(), account, now), 'known to the site').toBeGreaterThan(now)
  // if signing in is required, the modal requests it
  if (status === 'signedOut') expect(modal.open).toBe(true)
}

/** Expects that the site has no new session after the visitor has cancelled. */
function expectNoMore(site: World['site'], before: number): void {
  expect(site.sessions().length, 'sessions of a visitor who turned back').toBeLessThanOrEqual(
    before,
  )
}

function step(name: string, run: (world: World) => unknown) {
  return {
    check: () => true,
    async run(_: Model, world: World) {
      await run(world)
      await settle()
      world.notifyTabs()
      await settle()
      await expectWhole(world)
    },
    toString: () => name,
  }
}

const done = async (promise: Promise<unknown>) => void (await reasonOf(promise))

const commands = fc.commands<Model, World, false>(
  [
    fc.constant(step('connect', ({ page: { kit } }) => done(kit.connect({ connectorId })))),
    fc.constant(
      step('connect by phone, which signs in', ({ page: { kit } }) =>
        done(kit.connect({ connectorId: 'phone' })),
      ),
    ),
    fc.constant(
      step(
        'connect by phone, and turn back when it has signed',
        async ({ page: { kit }, phone, site }) => {
          const before = site.sessions().length
          const controller = new AbortController()
          phone.onSigned = () => controller.abort()
          await done(kit.connect({ connectorId: 'phone', signal: controller.signal }))
          phone.onSigned = () => {}
          await settle()
          expectNoMore(site, before)
        },
      ),
    ),
    fc.constant(step('open the modal', ({ page: { kit } }) => void done(kit.open()))),
    fc.constant(
      step('close the modal where that is possible', ({ page: { kit }, isRequired }) => {
        const account = accountOf(kit.getState())
        if (!isRequired || !account || isSignInSettled(kit.getState(), account)) kit.close()
      }),
    ),
    fc.nat({ max: 2 }).map((at) =>
      step(`account ${at}`, ({ wallet }) => {
        const account = wallet.getState().accounts[at]
        if (account) wallet.selectAccount(account.address)
      }),
    ),
    fc
      .constantFrom(31337, 31338)
      .map((chain) => step(`chain ${chain}`, ({ wallet }) => wallet.switchChain(chain))),
    fc.constant(step('sign in', ({ page: { kit } }) => done(signIn(kit)))),
    fc.constant(
      step('refuse to sign', async ({ page: { kit }, wallet }) => {
        wallet.setBehaviour('refuse')
        await done(signIn(kit))
        wallet.setBehaviour('approve')
      }),
    ),
    fc.nat({ max: 2 }).map((at) =>
      step(`sign while the wallet changes to account ${at}`, async ({ page: { kit }, wallet }) => {
        const signing = done(signIn(kit))
        const account = wallet.getState().accounts[at]
        if (account) wallet.selectAccount(account.address)
        await signing
      }),
    ),
    fc.constant(step('cancel', ({ page: { kit } }) => done(declineSignIn(kit)))),
    fc.constant(step('sign out', ({ page: { kit } }) => done(signOut(kit)))),
    fc.constant(step('disconnect', ({ page: { kit } }) => done(kit.disconnect()))),
    fc.constant(step('the wallet takes its permission back', ({ wallet }) => wallet.disconnect())),
    fc.constant(step('the sessions end', ({ clock }) => clock.advance(life))),
    fc.constant(
      step('another tab signs out, and this one is shown again', ({ page: { kit }, site }) => {
        site.forget()
        return done(checkSignIn(kit))
      }),
    ),
    fc.constant(
      step('the site answers nothing for a while', async ({ page: { kit }, site }) => {
        site.faults.set('getSessions', new Error('down'))
        await done(checkSignIn(kit))
        site.faults.delete('getSessions')
        await done(checkSignIn(kit))
      }),
    ),
    fc.constant(
      step('the site refuses the session', async ({ page: { kit }, site }) => {
        site.faults.set('addSession', new Error('no'))
        await done(signIn(kit))
        site.faults.delete('addSession')
      }),
    ),
    fc.constant(step('reload', ({ reload }) => reload())),
    fc.constant(step('the other tab', ({ changeTab }) => changeTab())),
  ],
  { maxCommands: 12 },
)

/** Expects that the visitor can leave the sign-in by cancelling once for each wallet. */
async function expectWayOut({ page: { kit }, isRequired, notifyTabs }: World): Promise<void> {
  const left = () => {
    const account = accountOf(kit.getState())
    return account && !isSignInSettled(kit.getState(), account) ? account : undefined
  }
  for (let cancels = 0; cancels < 2 && left(); cancels++) {
    await declineSignIn(kit)
    await settle()
    notifyTabs()
    await settle()
  }
  expect(left()).toBeUndefined()
  const account = accountOf(kit.getState())
  if (account && isRequired) expect(kit.getState().siwx?.[account.accountId]).toBe('signedIn')
  kit.close()
  await settle()
}

test.each([
  ['optional', false],
  ['required', true],
])(
  'with a %s sign-in, any order of actions leaves no wrong session, and the visitor can always leave the sign-in',
  async (_, isRequired) => {
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const world = await startWorld(isRequired)
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), list)
          await expectWayOut(world)
          await world.changeTab()
          await expectWayOut(world)
          expect([world.page, world.other].map((page) => page?.kit.getState().modal.open)).toEqual([
            false,
            false,
          ])
        } finally {
          world.close()
        }
      }),
      { numRuns: 50 },
    )
  },
  90_000,
)
