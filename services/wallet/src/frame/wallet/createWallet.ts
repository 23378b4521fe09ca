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

/** What a wallet is made for. */
export type CreateWalletOptions = {
  settings: FrameSettings
  /** The site's, pinned. */
  origin: string
  /** Where screens are drawn. */
  root: HTMLElement
  notify: Wallet['notify']
  /** What it stores in. @default the database of the page */
  store?: Store
  /** Where it is: in a site's page, or in a window of its own. @default 'page' */
  place?: 'page' | 'window'
}

/**
 * The wallet of a page. Its screens are loaded when the first one is asked for, or when the browser
 * is idle.
 * @throws Fault `storageBlocked`
 */
export async function createWallet({
  settings,
  origin,
  root,
  notify: tell,
  store,
  place = 'page',
}: CreateWalletOptions): Promise<Wallet> {
  const { store: openedStore, isPersistent } = store
    ? { store: store, isPersistent: true }
    : await openPageStore(approvesInPage(settings, origin))
  // a keep in memory gives what it stores, and this one changes
  const device = { ...(await openDevice(openedStore)) }
  const stage = createStage()
  const language = createFrameLanguage(browserLanguages())
  const onLoggedOut = () => {
    wallet.session.forget()
    leaveAccount(openedStore).catch(() => {}) // without a login the account cannot be used anyway
    tell({ type: '@w3m-frame/CHANGED', payload: { isConnected: false } })
  }
  // what the user of before left in use, and where, is nothing of this one's
  const onUser = async (user: WalletUser) =>
    void (await Promise.all([
      forgetOtherAccounts(openedStore, user),
      withdrawConsents(openedStore, user),
    ]))
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
    session: createSession(server, onUser),
    socials: createSocialInbox({ window, origin: location.origin }),
    lostCode: {},
    freshLogin: { isOpen: false },
    theme: {},
    language,
    stage,
    turns: createTurns(),
    notify: tell,
    prepareScreens: () => prepareScreens(draw),
    reload: () => location.reload(),
  }
  if (place === 'page') announceStage(root, wallet)
  followLanguage(root.ownerDocument, language)
  stage.subscribe(() => {
    draw().catch(() => {
      drawing = undefined
      // the screens did not load
      stage.scenes().forEach((scene) => scene.refuse(fault('somethingWrong')))
    })
  })
  return wallet
}

/**
 * The database of the frame. Where the browser has none for it, the wallet's own window keeps the
 * login; where visitors approve in the page, there is none.
 */
async function openPageStore(isInPage: boolean): Promise<Pick<Wallet, 'store' | 'isPersistent'>> {
  try {
    return { store: await openStore(), isPersistent: true }
  } catch (error) {
    if (isInPage) throw error
    return { store: createMemoryStore(), isPersistent: false }
  }
}
