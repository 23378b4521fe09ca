import {
  checkOtp,
  endSession,
  getSession,
  startEmail,
  waitForDevice,
} from '@latchkey/protocol/walletServer'
import { bitcoinMainnetId, bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { kusamaAssetHubId, polkadotAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import type { FrameSettings, WalletCall, WalletUser } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import { answers } from '../methods/index.ts'
import type { Server } from '../server/createServer.ts'
import { logOutFirst } from '../server/logOutFirst.ts'
import { createSocialInbox } from '../social/createSocialInbox.ts'
import { createTurns } from '../stage/createTurns.ts'
import { forgetOtherAccounts, storeShare } from '../vault/deviceShare.ts'
import { withdrawConsents } from '../wallet/consent.ts'
import { createSession } from '../wallet/createSession.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { createFrameLanguage } from '../words/createFrameLanguage.ts'
import { createTestStore } from './createTestStore.ts'

/** A user with an account, by e-mail. */
export const ann: WalletUser = {
  userId: 'ann',
  email: 'ann@example.org',
  userName: null,
  ways: ['email'],
  addresses: {
    eip155: `0x${'1'.repeat(40)}`,
    solana: '9'.repeat(40),
    // the keys of the generator of secp256k1
    bip122:
      'Anm-Zn753LusVaBilc6HCwcCm_zbLc4o2VnygVsW-BeYeb5mfvncu6xVoGKVzocLBwKb_NstzijZWfKBWxb4F5g',
    bip122Test:
      'Anm-Zn753LusVaBilc6HCwcCm_zbLc4o2VnygVsW-BeYeb5mfvncu6xVoGKVzocLBwKb_NstzijZWfKBWxb4F5g',
    // the key of the development phrase
    polkadot: '5DfhGyQdFobKM8NsWvEeAKk5EQQgYe9AydgJ7rMB6E1EqRzV',
  },
}
/** Another user, without an account. */
export const ben: WalletUser = {
  userId: 'ben',
  email: 'ben@example.org',
  userName: null,
  ways: ['email'],
  addresses: null,
}
const networks = [
  { networkId: 'eip155:1', name: 'Ethereum', currency: { symbol: 'ETH', decimals: 18 } },
  ...[bitcoinMainnetId, bitcoinRegtestId].map((networkId) => ({
    networkId,
    name: 'Bitcoin',
    currency: { symbol: 'BTC', decimals: 8 },
  })),
  ...[polkadotAssetHubId, kusamaAssetHubId].map((networkId) => ({
    networkId,
    name: 'Asset Hub',
    currency: { symbol: 'DOT', decimals: 10 },
  })),
]
/** Two sites, and the wallet's own origin. */
export const [shop, foreignSite, walletOrigin] = [
  'https://shop.example',
  'https://stranger.example',
  'https://wallet.example',
]

/** The state that a test controls and reads. */
type State = {
  user: WalletUser | undefined
  /** The user who logs in next. */
  next: WalletUser
  /** Replaces the answer of a call. */
  answer: (path: string, params: object) => unknown
  requests: string[]
  /** The visitor's action on a screen: closes it, unless a test sets another. */
  show: (title: string) => void
}

/**
 * A browser that has Ann's share, and the frames of sites in it. Any code is right.
 */
export async function startTestLogins() {
  const store = createTestStore()
  await storeShareOf(ann, store)
  const state: State = {
    user: undefined,
    next: ann,
    answer: () => undefined,
    requests: [],
    show: () => {
      throw fault('userRejected')
    },
  }
  return { store, state, openFrame: (origin: string) => openFrame(origin, store, state) }
}

type TestStore = ReturnType<typeof createTestStore>

async function storeShareOf({ addresses }: WalletUser, store: TestStore): Promise<void> {
  if (!addresses) return
  const wrappingKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await storeShare(store, { wrappingKey } as never, {
    setId: crypto.randomUUID(),
    addresses,
    share: new Uint8Array(17),
  }) // only this key is used
}

/** Answers a call like a server whose logged-in user is `state.user`. */
async function answerCall(
  state: State,
  { path, needsLogin }: WalletCall,
  params: { email?: string; isNew?: boolean },
) {
  state.requests.push(path)
  const own = state.answer(path, params)
  if (own !== undefined) return own
  if (needsLogin && !state.user) throw fault('loginRequired')
  if (path === startEmail.path)
    return { action: state.user?.email === params.email && !params.isNew ? 'connected' : 'otp' }
  if (path === checkOtp.path) return ((state.user = state.next), { action: 'connected' })
  if (path === waitForDevice.path) return ((state.user = state.next), { status: 'connected' })
  if (path === endSession.path) return ((state.user = undefined), {})
  return path === getSession.path ? state.user : {}
}

function openFrame(origin: string, store: TestStore, state: State) {
  const page = new EventTarget()
  const wallet = makeWallet(origin, page, store, state)
  const ask = (name: string, payload?: unknown, signal = new AbortController().signal) =>
    answers
      .find((answer) => answer.name === name)
      ?.run(wallet, payload, { id: '1', signal, wait() {} }, { abort() {} })
  /** A message to the frame's window. */
  const post = (data: unknown, origin = walletOrigin) =>
    void page.dispatchEvent(Object.assign(new Event('message'), { data, origin }))
  /** The visitor logs in on the site, by e-mail. */
  const logIn = async () => {
    await ask('CONNECT_EMAIL', { email: state.next.email })
    return ask('CONNECT_OTP', { otp: '123456' })
  }
  /**
   * The visitor logs in in a browser that is new to the account. The login waits for the mailed
   * link.
   */
  const beginLink = async () => {
    const { answer } = state
    await ask('CONNECT_EMAIL', { email: state.next.email })
    state.answer = (path) => (path === checkOtp.path ? { action: 'device' } : undefined)
    await ask('CONNECT_OTP', { otp: '123456' })
    state.answer = answer
  }
  return { wallet, ask, post, logIn, beginLink }
}

/** A wallet with the parts that the methods of a login use. */
function makeWallet(origin: string, page: EventTarget, store: TestStore, state: State): Wallet {
  const call = (entry: WalletCall, params: { email?: string; isNew?: boolean }) =>
    answerCall(state, entry, params)
  const server = logOutFirst(store, { call } as unknown as Server) // `answerCall` answers all calls
  const session = createSession(
    server,
    async (user) =>
      void (await Promise.all([forgetOtherAccounts(store, user), withdrawConsents(store, user)])),
  )
  const settings = {
    projectId: null,
    networks,
    recovery: ['password'],
    own: [],
  } as unknown as FrameSettings // only the settings that these methods read
  // the inbox only listens to this window
  const socials = createSocialInbox({ window: page as unknown as Window, origin: walletOrigin })
  const stage = { ask: async ({ title }: { title: () => string }) => state.show(title()) }
  return {
    store,
    site: { origin },
    server,
    session,
    socials,
    settings,
    stage,
    lostCode: {},
    freshLogin: { isOpen: false },
    turns: createTurns(),
    language: createFrameLanguage([]),
    notify() {},
    prepareScreens() {},
    reload: () => void state.requests.push('reload'),
  } as unknown as Wallet // only the parts that these methods use
}
