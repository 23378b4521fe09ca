import type { FrameSettings, WalletUser } from '@latchkey/protocol/walletServer'
import { approvesInPage } from '../approve/approvesInPage.ts'
import { fault } from '../bridge/Fault.ts'
import { openDevice } from '../device/openDevice.ts'
import { createMemoryStore } from '../device/createMemoryStore.ts'
import { openStore } from '../device/openStore.ts'
import type { Store } from '../device/openStore.ts'
import { createServer } from '../server/createServer.ts'
import { logOutFirst } from '../server/logOutFirst.ts'
import { createSocialInbox } from '../social/createSocialInbox.ts'
import { announceStage } from '../stage/announceStage.ts'
import { prepareScreens } from '../stage/prepareScreens.ts'
import { createStage } from '../stage/createStage.ts'
import { createTurns } from '../stage/createTurns.ts'
import { leaveAccount, forgetOtherAccounts } from '../vault/deviceShare.ts'
import { browserLanguages } from '../words/browserLanguages.ts'
import { createFrameLanguage } from '../words/createFrameLanguage.ts'
import { followLanguage } from '../words/followLanguage.ts'
import { withdrawConsents } from './consent.ts'
import { createSession } from './createSession.ts'
import type { Wallet } from './Wallet.ts'

/** Options of a wallet. */
export type CreateWalletOptions = {
  settings: FrameSettings
  /** The site's origin, from the handshake. */
  origin: string
  /** The element in which screens are rendered. */
  root: HTMLElement
  notify: Wallet['notify']
  /** The store of the wallet's data. @default the database of the page */
  store?: Store
  /** The place of the wallet: a site's page, or a window of its own. @default 'page' */
  place?: 'page' | 'window'
}

/**
 * Creates the wallet of a page. Its screens are loaded when the first one is needed, or when
 * the browser is idle.
 * @throws Fault `storageBlocked`
 */
export async function createWallet({
  settings,
  origin,
  root,
  notify,
  store,
  place = 'page',
}: CreateWalletOptions): Promise<Wallet> {
  const { store: openedStore, isPersistent } = store
    ? { store, isPersistent: true }
    : await openPageStore(approvesInPage(settings, origin))
  // The device is copied, because it is changed later, and a store in memory returns the stored
  // object itself.
  const device = { ...(await openDevice(openedStore)) }
  const stage = createStage()
  const language = createFrameLanguage(browserLanguages())
  const onLoggedOut = () => {
    wallet.session.forget()
    leaveAccount(openedStore).catch(() => {}) // without a login the account cannot be used anyway
    notify({ type: '@w3m-frame/CHANGED', payload: { isConnected: false } })
  }
  let drawing: Promise<void> | undefined
  const draw = () =>
    (drawing ??= Promise.all([import('../stage/drawStage.tsx'), language.settled()]).then(
      ([{ drawStage }]) => drawStage(root, wallet),
    ))
  const server = logOutFirst(
    openedStore,
    createServer({ device, origin: location.origin, onLoggedOut }),
  )
  const site = { origin }
  const wallet: Wallet = {
    settings,
    site,
    store: openedStore,
    isPersistent,
    device,
    server,
    session: createSession(server, (user) => forgetOtherUsers(openedStore, user)),
    socials: createSocialInbox({ window, origin: location.origin }),
    lostCode: {},
    freshLogin: { isOpen: false },
    theme: {},
    language,
    stage,
    turns: createTurns(),
    notify,
    prepareScreens: () => prepareScreens(draw),
    reload: () => location.reload(),
  }
  if (place === 'page') announceStage(root, wallet)
  followLanguage(root.ownerDocument, language)
  stage.subscribe(() => {
    draw().catch(() => {
      drawing = undefined
      // the screens did not load, so every request gets an error
      stage.scenes().forEach((scene) => scene.refuse(fault('somethingWrong')))
    })
  })
  return wallet
}

/** The account and consents of an earlier user do not apply to this one. */
async function forgetOtherUsers(store: Store, user: WalletUser): Promise<void> {
  await Promise.all([forgetOtherAccounts(store, user), withdrawConsents(store, user)])
}

/**
 * Opens the database of the frame. If the browser stores nothing for the frame, a store in memory
 * replaces the database, and the wallet's own window stores the login. If visitors approve in the
 * page, the error is thrown instead.
 */
async function openPageStore(isInPage: boolean): Promise<Pick<Wallet, 'store' | 'isPersistent'>> {
  try {
    return { store: await openStore(), isPersistent: true }
  } catch (error) {
    if (isInPage) throw error
    return { store: createMemoryStore(), isPersistent: false }
  }
}
