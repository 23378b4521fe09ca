import type { Feature } from '../../modal/feature.ts'
import { Loading } from '../../modal/Loading.tsx'

/** The card itself. Its view shows while what a site has passed with another one is checked. */
export const frame: Feature<{ views: { Loading: undefined } }> = {
  id: 'frame',
  views: { Loading: { View: Loading, needsNoAccount: true } },
}
