import { useSyncExternalStore } from 'react'
import type { Settings } from '../settings.ts'
import { Gallery } from './Gallery.tsx'
import { idOf, screens } from './screens.ts'
import { SingleScreen } from './SingleScreen.tsx'

/**
 * Shows every screen of the modal in every state: all of them side by side, or the one that
 * `?screen=` names. The name may change without a reload.
 */
export function ScreensPage({ settings }: { settings: Settings }) {
  const name = useSyncExternalStore(onNavigation, nameInAddress)
  const screen = screens.find((one) => idOf(one) === name)
  return screen ? <SingleScreen key={name} screen={screen} settings={settings} /> : <Gallery />
}

const nameInAddress = () => new URL(location.href).searchParams.get('screen')

function onNavigation(changed: () => void): () => void {
  addEventListener('popstate', changed)
  return () => removeEventListener('popstate', changed)
}
