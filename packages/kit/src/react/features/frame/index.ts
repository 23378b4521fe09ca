import type { Feature } from '../../modal/feature.ts'
import { Loading } from '../../modal/Loading.tsx'

/** The texts of the card itself; its view is only for the gallery of screens. */
export const frame: Feature<{ views: { Loading: undefined } }> = {
  id: 'frame',
  views: { Loading: { View: Loading } },
}
