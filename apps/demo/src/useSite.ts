import { useEffect, useState } from 'react'
import { createSite } from './createSite.ts'
import type { Site } from './createSite.ts'
import { readDevnet } from './readDevnet.ts'
import type { Settings, Theme } from './settings.ts'

/** The state of the page: the kit and the chains, once their URLs are known. */
export type SiteState =
  | { status: 'loading' }
  | { status: 'failed'; problems: readonly string[]; retry: () => void }
  | { status: 'ready'; site: Site }

/** Looks for the devnet, and creates the kit. */
export function useSite(settings: Settings, theme: Theme): SiteState {
  const [state, setState] = useState<SiteState>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const controller = new AbortController()
    const retry = () => {
      setState({ status: 'loading' })
      setAttempt((count) => count + 1)
    }
    const start = async () => {
      let problems: readonly string[] = []
      try {
        const devnet = await readDevnet(controller.signal)
        problems = devnet.problems
        setState({ status: 'ready', site: createSite(devnet, settings, theme) })
      } catch {
        // the page shows the problems, and how to start the devnet
        if (!controller.signal.aborted) setState({ status: 'failed', problems, retry })
      }
    }
    void start()
    return () => controller.abort()
    // only the first theme is an option of the kit; later themes are set with `setTheme`
    // eslint-disable-next-line react/exhaustive-deps
  }, [settings, attempt])

  return state
}
