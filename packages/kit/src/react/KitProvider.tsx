import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { Kit } from '../core/kit.ts'
import { KitContext } from './KitContext.ts'
import { loadModal } from './loadModal.ts'
import { useStore } from './useStore.ts'

/**
 * Gives a kit to the components below it and shows its modal. Looks for wallets and for an earlier connection while it is
 * mounted. Safe on a server and under StrictMode.
 */
export function KitProvider({ kit, children }: { kit: Kit; children?: ReactNode }) {
  useEffect(() => kit.start(), [kit])
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
