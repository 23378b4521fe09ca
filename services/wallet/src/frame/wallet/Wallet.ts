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

/** The site that holds the frame. */
export type Site = {
  /** The origin that the handshake pinned: the browser's word. */
  origin: string
  /** The site's name of itself: a claim. */
  name?: string
}

/**
 * Everything that the answer to a request may need. One for each page; each request has a copy
 * (`waitingFor`), so that no member is set anew.
 */
export type Wallet = Readonly<{
  settings: FrameSettings
  site: Site
  store: Store
  /**
   * Whether the browser stores it. Where not, it lasts as long as the page, and a site of others
   * names the account again.
   */
  isPersistent: boolean
  device: Device
  server: Server
  session: Session
  /** The results of logins at companies. */
  socials: SocialInbox
  /** The address for which a code was asked last, where the answer was lost. */
  lostCode: { email?: string }
  /** Whether a login on this site has ended on this page, and nothing was signed within it yet. */
  freshLogin: { isOpen: boolean }
  /** What the site said of its looks. */
  theme: Theme
  /** The language of its screens and mails: the site's, else the browser's. */
  language: Language
  /** What a person has to see. */
  stage: Stage
  /**
   * Fetches the code of approvals, and draws the stage, when the browser has nothing else to do.
   */
  prepareScreens: () => void
  /** The order in which requests reach the stage. */
  turns: Turns
  /** Tells the site something it did not ask for. */
  notify: (event: FrameEvent) => void
  /** Loads the page anew. */
  reload: () => void
}>
