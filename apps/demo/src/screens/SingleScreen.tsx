import { KitProvider } from 'latchkey/react'
import { useEffect, useState } from 'react'
import type { Settings } from '../settings.ts'
import { startScreen } from './startScreen.ts'
import type { StartedScreen } from './startScreen.ts'
import type { ScreenState } from './screenState.ts'

/** Shows one screen of the modal over an empty page. */
export function SingleScreen({ screen, settings }: { screen: ScreenState; settings: Settings }) {
  const [started, setStarted] = useState<StartedScreen>()
  useEffect(() => {
    const controller = new AbortController()
    void startScreen(screen, settings, controller.signal).then((screen) => {
      if (!controller.signal.aborted) setStarted(screen)
    })
    return () => controller.abort()
  }, [screen, settings])
  useEffect(() => void started?.show(), [started])
  return (
    <main>
      {started && (
        <KitProvider kit={started.kit}>
          <h1 hidden>{screen.view}</h1>
        </KitProvider>
      )}
    </main>
  )
}
