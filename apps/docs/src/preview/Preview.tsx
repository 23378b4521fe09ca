import type { Kit } from 'latchkey'
import { ConnectButton, KitProvider, useModal } from 'latchkey/react'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { listenTo, readToFrame } from '../playground/messages.ts'
import type { ToPage } from '../playground/messages.ts'
import type { PlaygroundState } from '../playground/state/fields.ts'
import { readHash } from '../playground/state/hash.ts'
import { buttonProps } from '../playground/state/optionsOf.ts'
import { createPreviewKit, applyTheme, keyOf } from './createPreviewKit.ts'
import type { Services } from './services.ts'

type Shown = { kit: Kit; key: string; state: PlaygroundState }

const send = (message: ToPage) => parent.postMessage(message, location.origin)

/** The page with the button and the modal, as chosen in the playground. */
export function Preview({ services }: { services: Services }) {
  const [shown, setShown] = useState<Shown>()
  // Whether the modal is open. If so, it opens again when its kit is replaced. In a wide window it
  // also opens once at the start.
  const isOpenRef = useRef(innerWidth >= 500)
  const requestRef = useRef<() => void>(() => {})

  useEffect(() => {
    let current: Shown | undefined
    let newest = 0
    const show = async (state: PlaygroundState) => {
      const [turn, key] = [++newest, keyOf(state)]
      document.documentElement.dataset['mode'] = state.mode
      if (current?.key === key) applyTheme(current.kit, state)
      const kit = current?.key === key ? current.kit : await createPreviewKit(state, services)
      if (turn !== newest) return // a newer state has arrived
      current = { kit, key, state }
      setShown(current)
    }
    const end = listenTo(
      () => parent,
      readToFrame,
      (message) => {
        if (message.type === 'open') return requestRef.current()
        show(readHash(message.hash)).catch((error: unknown) =>
          send({
            type: 'refused',
            text: error instanceof Error ? error.message : 'The kit could not be made.',
          }),
        )
      },
    )
    send({ type: 'ready', hasServices: Object.keys(services.chains).length > 0 })
    return end
  }, [services])

  if (!shown) return <p className="preview-note">The button comes as soon as its code is here.</p>
  return (
    <KitProvider key={shown.key} kit={shown.kit}>
      <header className="preview-bar">
        <h1>My site</h1>
        <ConnectButton {...buttonProps(shown.state)} />
      </header>
      <main />
      <Follow isOpenRef={isOpenRef} requestRef={requestRef} />
    </KitProvider>
  )
}

/** Opens the modal if it was open before, and stores whether it is open. */
function Follow({
  isOpenRef,
  requestRef,
}: {
  isOpenRef: RefObject<boolean>
  requestRef: RefObject<() => void>
}) {
  const modal = useModal()
  const { open } = modal
  useEffect(() => {
    // an error is ignored: the visitor has closed the modal or connected a wallet
    requestRef.current = () => void open().catch(() => {})
    if (isOpenRef.current) requestRef.current()
  }, [open, requestRef, isOpenRef])
  const wasOpen = useRef(false)
  useEffect(() => {
    // skipped until the modal has opened: before that it is closed, too
    if (modal.isOpen !== wasOpen.current) isOpenRef.current = modal.isOpen
    wasOpen.current = modal.isOpen
  }, [modal.isOpen, isOpenRef])
  return null
}
