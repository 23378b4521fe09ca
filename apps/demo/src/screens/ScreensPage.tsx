import type { Settings } from '../settings.ts'
import { Gallery } from './Gallery.tsx'
import { idOf, screens } from './screens.ts'
import { SingleScreen } from './SingleScreen.tsx'

/** Every screen of the modal in every state: all of them side by side, or one by `?screen=`. */
export function ScreensPage({ settings }: { settings: Settings }) {
  const name = new URL(location.href).searchParams.get('screen')
  const screen = screens.find((one) => idOf(one) === name)
  return screen ? <SingleScreen screen={screen} settings={settings} /> : <Gallery />
}
