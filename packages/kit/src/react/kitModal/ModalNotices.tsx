import { LazyNotice } from '../features/LazyNotice.tsx'
import type { AnyFeature } from '../features/manifests.ts'
import type { Notice } from '../modal/feature.ts'
import { painted } from './painted.ts'

/** The alert for the site's developer, over the card. */
const alert: Notice = {
  when: (state) => state.alert,
  load: () => import('../modal/AlertBar.lazy.tsx'),
}
/**
 * The live region of messages. It is drawn on every visit, before there is a message: a screen
 * reader announces only changes inside an element that already exists.
 */
const messages: Notice = {
  when: ({ toast, modal }) => toast ?? modal.open,
  load: () => painted().then(() => import('../modal/toasts/MessagesAndFocus.lazy.tsx')),
}

/** The notices over the card: the alert, those of features, messages. */
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
