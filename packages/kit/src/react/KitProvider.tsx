import { firstPaint } from '@latchkey/protocol/times'
import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { systemClock } from '../core/clock.ts'
import type { Kit } from '../core/kit.ts'
import { KitContext } from './KitContext.ts'
import { loadModal } from './loadModal.ts'
import { useStore } from './useStore.ts'

/**
 * Gives a kit to the components below it and shows its modal. Looks for wallets and for an earlier connection while it is
 * mounted, once the page had the time to show itself. Safe on a server and under StrictMode.
 */
export function KitProvider({ kit, children }: { kit: Kit; children?: ReactNode }) {
  useEffect(() => {
    // by the browser's own clock, whatever the kit's is: it is the browser that paints
    let stop = systemClock.setTimeout(() => (stop = kit.start()), firstPaint)
    return () => stop()
  }, [kit])
  return (
    <KitContext.Provider value={kit}>
      {children}
      <LazyModal kit={kit} />
    </KitContext.Provider>
  )
}

/** The modal, from the first time it opens. */
function LazyModal({ kit }: { kit: Kit }) {
  const isOpen = useStore(kit.store).modal.open
  const [Modal, setModal] = useState<ComponentType>()
  useEffect(() => {
    if (!isOpen) return
    kit.context.busy.add('modal')
    if (!Modal)
      loadModal(kit).then(
        (module) => setModal(() => module.default),
        () => kit.close(), // the code did not come; the flow ends, and the next press asks again
      )
    return () => void kit.context.busy.delete('modal')
  }, [isOpen, Modal, kit])
  return Modal ? <Modal /> : null
}
