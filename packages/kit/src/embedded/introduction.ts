import { syncDappData, syncTheme } from '@latchkey/protocol/frame/site'
import type { Kit } from '../core/kit.ts'
import type { Frame, Introduction } from './createFrame.ts'

/** What the wallet is told of the site: its name, its language, its colours. */
export type SiteIntroduction = {
  /** The site as the wallet shows it, in the language of this moment. */
  site(): { projectId: string; metadata: { name: string; url: string }; locale: string }
  /** The colours of this moment. frame 7, Theme */
  looks(): { themeMode: 'dark' | 'light'; themeVariables: Record<string, string | number> }
  /** What each page of the frame is told first. It does without. */
  first(): readonly Introduction[]
  /** Introduces the site once more, where the frame knows it in another language. */
  again(frame: Frame): void
  /** Tells the frame the colours of this moment, unless it has them. */
  dress(frame: Frame): void
}

/** Makes it for a kit. */
export function createIntroduction(kit: Kit): SiteIntroduction {
  let introduced = ''
  let dressed = ''

  const site: SiteIntroduction['site'] = () => {
    const { metadata, projectId = '' } = kit.context.options
    return {
      projectId,
      metadata: { name: metadata.name, url: metadata.url },
      locale: kit.getState().locale,
    }
  }
  const looks: SiteIntroduction['looks'] = () => {
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
    looks,
    first() {
      introduced = JSON.stringify(site())
      dressed = JSON.stringify(looks())
      return [
        { name: syncDappData.name, params: site() },
        { name: syncTheme.name, params: looks() },
      ]
    },
    again(frame) {
      if (!introduced || introduced === JSON.stringify(site())) return
      introduced = JSON.stringify(site())
      frame.ask(syncDappData, site()).catch(() => {})
    },
    dress(frame) {
      if (dressed === JSON.stringify(looks())) return
      dressed = JSON.stringify(looks())
      frame.ask(syncTheme, looks()).catch(() => {})
    },
  }
}
