import { useEffect, useState } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import type { OpenableView } from '../../core/kit/featureTypes.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The functions of a button that opens the modal, and the outcome of its last press. */
export type Press = {
  /** Opens the modal with a screen. */
  open(view?: OpenableView): void
  /** Loads the modal's code before the press. */
  preload(): void
  /** Whether the press waits for the modal's code. */
  isWaiting: boolean
  /**
   * Why the last press failed. `lost`: the modal's code failed to load. `broken`: the modal threw
   * an error.
   */
  failure?: 'lost' | 'broken'
}

/** Returns the functions and the state of a button that opens the modal. */
export function usePress(): Press {
  const kit = useKit()
  const isOpen = useKitState((state) => state.modal.open)
  const [press, setPress] = useState<'none' | 'waiting' | 'lost' | 'done'>('none')
  useEffect(() => contextOf(kit).press.setState({ isLikely: true }), [kit])
  const isBroken = press === 'done' && !isOpen && contextOf(kit).failures.has('modal')
  return {
    open(view) {
      contextOf(kit).failures.delete('modal')
      // An error is ignored here. It usually says that no `KitProvider` is mounted, and then the
      // kit cannot show it. A site that calls `kit.open` itself gets it.
      kit.open({ view }).catch(() => {})
      setPress('waiting')
      loadModal(kit).then(
        () => setPress('done'),
        () => setPress('lost'),
      )
    },
    // an error is ignored here: a press loads the code again, and reports a failure
    preload: () => void loadModal(kit).catch(() => {}),
    isWaiting: press === 'waiting',
    ...(press === 'lost' ? { failure: 'lost' } : isBroken && { failure: 'broken' }),
  }
}

/**
 * Loads the modal, its first screen and the texts of the kit's language. It is called when the page
 * is idle, when a press on a button is likely (hover, focus, touch), and when the modal opens. For
 * a connected visitor it also loads the manifests of all features.
 * @throws KitError offline or httpFailed if the modal's code fails to load
 */
export async function loadModal(kit: Kit) {
  const module = await loadCode(import('../KitModal.lazy.tsx'))
  await module.prepareModal(kit)
  return module
}
