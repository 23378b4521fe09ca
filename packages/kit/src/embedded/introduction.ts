import { syncDappData, syncTheme } from '@latchkey/protocol/frame/site'
import type { Kit } from '../core/kit.ts'
import type { Frame, Introduction } from './createFrame.ts'

/** What the wallet is told of the site: its name, its language, its colours. */
export type SiteIntroduction = {
  /** The site as the wallet shows it, in the language of this moment. */
  site(): { projectId: string; metadata: { name: string; url: string }; locale: string }
  /** The colours of this moment. frame 7, Theme */
  theme(): { themeMode: 'dark' | 'light'; themeVariables: Record<string, string | number> }
  /** What each page of the frame is told first. It does without. */
  initialMessages(): readonly Introduction[]
  /** Introduces the site once more, where the frame knows it in another language. */
  resendSite(frame: Frame): void
  /** Tells the frame the colours of this moment, unless it has them. */
  sendTheme(frame: Frame): void
}

/** Makes it for a kit. */
export function createIntroduction(kit: Kit): SiteIntroduction {
  let sentSite = ''
  let sentTheme = ''

  const site: SiteIntroduction['site'] = () => {
    const { metadata, projectId = '' } = kit.context.options
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
