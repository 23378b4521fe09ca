import { LazyNotice } from '../features/LazyNotice.tsx'
import type { AnyFeature } from '../features/manifests.ts'
import type { Notice } from '../modal/feature.ts'
import { painted } from '../../core/page/painted.ts'

/** The alert for the site's developer, shown over the card. */
const alert: Notice = {
  when: (state) => state.alert,
  load: () => import('../modal/AlertBar.lazy.tsx'),
}
/**
 * The live region in which toasts appear. It is rendered before there is a toast, because a screen
 * reader announces only changes inside an existing element.
 */
const messages: Notice = {
  when: ({ toast, modal }) => toast ?? modal.open,
  load: () => painted().then(() => import('../modal/toasts/MessagesAndFocus.lazy.tsx')),
}

/** The notices over the card: the developer's alert, the features' notices, and toasts. */
export function ModalNotices({ features }: { features: readonly AnyFeature[] }) {
  return (
    <>
      <LazyNotice notice={alert} />
      {features.map(
        (feature) => feature.notice && <LazyNotice key={feature.id} notice={feature.notice} />,
      )}
      <LazyNotice notice={messages} />
    </>
  )
}
