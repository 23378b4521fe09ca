import type { Feature } from '../../modal/feature.ts'
import { Loading } from '../../modal/Loading.tsx'

/** What the card shows by itself; a view only for the gallery of screens. */
export const frame: Feature<{ views: { Loading: undefined } }> = {
  id: 'frame',
  views: { Loading: { View: Loading } },
}
