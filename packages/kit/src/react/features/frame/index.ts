import type { Feature } from '../../modal/feature.ts'
import { Loading } from '../../modal/Loading.tsx'

/**
 * The feature of the card itself. Its view shows while the parameters that a site passed are
 * checked.
 */
export const frame: Feature<{ views: { Loading: undefined } }> = {
  id: 'frame',
  views: { Loading: { View: Loading, needsNoAccount: true } },
}
