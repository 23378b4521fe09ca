import { syncDappData, syncTheme } from '@latchkey/protocol/frame/site'
import type { Kit } from '../../core/kit/kit.ts'
import type { Frame, Introduction } from './createFrame.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The data about the site for the wallet: its name, its language, its colours. */
export type SiteIntroduction = {
  /** The site as the wallet shows it, in the current language. */
  site(): { projectId: string; metadata: { name: string; url: string }; locale: string }
  /** The current colours (docs/contracts/frame.md#theme-and-site). */
  theme(): { themeMode: 'dark' | 'light'; themeVariables: Record<string, string | number> }
  /** The first requests to each page of the frame. The frame also works without them. */
  initialMessages(): readonly Introduction[]
  /** Sends the data about the site again if the language has changed. */
  resendSite(frame: Frame): void
  /** Sends the current colours, unless the frame has them. */
  sendTheme(frame: Frame): void
}

/** Creates the messages that introduce a kit's site to the wallet. */
export function createIntroduction(kit: Kit): SiteIntroduction {
  let sentSite = ''
  let sentTheme = ''

  const site: SiteIntroduction['site'] = () => {
    const { metadata, projectId = '' } = contextOf(kit).options
    return {
      projectId,
      metadata: { name: metadata.name, url: metadata.url },
      locale: kit.getState().locale,
    }
  }
  const theme: SiteIntroduction['theme'] = () => {
    const { themeMode, themeVariables } = kit.getState()
    return {
      themeMode:
        themeMode === 'auto'
          ? globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches
            ? 'dark'
            : 'light'
          : themeMode,
      themeVariables,
    }
  }

  return {
    site,
    theme,
    initialMessages() {
      sentSite = JSON.stringify(site())
      sentTheme = JSON.stringify(theme())
      return [
        { name: syncDappData.name, params: site() },
        { name: syncTheme.name, params: theme() },
      ]
    },
    resendSite(frame) {
      if (!sentSite || sentSite === JSON.stringify(site())) return
      sentSite = JSON.stringify(site())
      frame.request(syncDappData, site()).catch(() => {})
    },
    sendTheme(frame) {
      if (sentTheme === JSON.stringify(theme())) return
      sentTheme = JSON.stringify(theme())
      frame.request(syncTheme, theme()).catch(() => {})
    },
  }
}
