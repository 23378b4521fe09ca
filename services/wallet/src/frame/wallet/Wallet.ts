import type { FrameEvent } from '@latchkey/protocol/frame/site'
import type { FrameSettings } from '@latchkey/protocol/walletServer'
import type { Device } from '../device/openDevice.ts'
import type { Store } from '../device/openStore.ts'
import type { Server } from '../server/createServer.ts'
import type { SocialInbox } from '../social/createSocialInbox.ts'
import type { Stage } from '../stage/createStage.ts'
import type { Turns } from '../stage/createTurns.ts'
import type { Theme } from '../styles/applyTheme.ts'
import type { Language } from '@latchkey/words/createLanguage'
import type { Session } from './createSession.ts'

/** The site that contains the frame. */
export type Site = {
  /** The origin from the handshake, which the browser guarantees. */
  origin: string
  /** The name that the site claims. */
  name?: string
}

/**
 * Everything that the handler of a request may need. A page has one wallet. Each request has a copy
 * of it (`waitingFor`), so no member is reassigned.
 */
export type Wallet = Readonly<{
  settings: FrameSettings
  site: Site
  store: Store
  /**
   * Whether the browser stores the data. Otherwise the store lasts as long as the page, and a
   * site that is not the operator's names the account again after that.
   */
  isPersistent: boolean
  device: Device
  server: Server
  session: Session
  /** The results of logins at companies. */
  socials: SocialInbox
  /** The address of the last requested code, if the answer was lost. */
  lostCode: { email?: string }
  /**
   * Whether a login on this site was completed in this page, and no signature was given with it
   * yet.
   */
  freshLogin: { isOpen: boolean }
  /** The theme that the site sent. */
  theme: Theme
  /** The language of screens and mails: the site's language, otherwise the browser's language. */
  language: Language
  /** The screens that wait for the visitor. */
  stage: Stage
  /** Loads the code of approvals and renders the stage, when the browser is idle. */
  prepareScreens: () => void
  /** The order in which requests reach the stage. */
  turns: Turns
  /** Sends the site an event. */
  notify: (event: FrameEvent) => void
  /** Reloads the page. */
  reload: () => void
}>
