import type { Feature } from '../../modal/feature.ts'
import { Loading } from '../../modal/Loading.tsx'

/**
 * The modal's own feature. Its screen `Loading` is shown while the parameters that a site passed
 * are checked.
 */
export const frame: Feature<{ views: { Loading: undefined } }> = {
  id: 'frame',
  views: { Loading: { View: Loading, needsNoAccount: true } },
}
