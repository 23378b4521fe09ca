import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Code } from './Code.tsx'
import { ControlRow } from './ControlRow.tsx'
import { controlGroups } from './controls.ts'
import { listenTo, readToPage } from './messages.ts'
import type { ToFrame } from './messages.ts'
import { startState } from './state/fields.ts'
import type { PlaygroundState } from './state/fields.ts'
import { readHash, writeHash } from './state/hash.ts'
import { writeCode } from './state/writeCode.ts'

/** The frame fills the page, or has the size of a phone. */
const devices = ['Desktop', 'Phone'] as const
type Device = (typeof devices)[number]

/**
 * The playground: settings, the button and the modal in their own frame, and the code of the chosen
 * options. The page's URL holds the state.
 */
export function Playground() {
  const [state, setState] = useState(() => readHash(location.hash))
  const [device, setDevice] = useState<Device>('Desktop')
  const hash = writeHash(state)
  useEffect(() => {
    if (location.hash.slice(1) !== hash)
      history.replaceState(null, '', hash === '' ? location.pathname : `#${hash}`)
  }, [hash])
  useEffect(() => {
    const read = () => setState(readHash(location.hash))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const { frame, hasServices, fault, open } = useFrame(hash)

  return (
    <>
      <div className="play-head">
        <h1>Playground</h1>
        <p>Choose, look, copy. The address of this page holds your choice.</p>
      </div>
      <section className="play-view" aria-label="Preview">
        <div className="play-tools">
          <fieldset className="segments">
            <legend className="hidden">Size of the preview</legend>
            {devices.map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name="device"
                  checked={name === device}
                  onChange={() => setDevice(name)}
                />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
          <button type="button" className="small-button" onClick={open}>
            Open the modal
          </button>
          <button
            type="button"
            className="small-button"
            disabled={hash === ''}
            onClick={() => setState(startState)}
          >
            Reset
          </button>
        </div>
        <div className="stage" data-device={device.toLowerCase()}>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, which opens the windows of logins */}
          <iframe
            ref={frame}
            src="preview.html"
            title="The button and the modal"
            allow="clipboard-write"
          />
        </div>
        <p className="play-note" role="status">
          {fault ?? (hasServices === undefined ? '' : noteOf(hasServices))}
        </p>
      </section>
      <Settings state={state} setState={setState} />
      <div className="play-code">
        <Code code={useMemo(() => writeCode(state), [state])} />
      </div>
    </>
  )
}

const noteOf = (hasServices: boolean) =>
  hasServices
    ? 'The preview runs on the chains and services of this machine; the code names the networks that you chose. “Development wallet” is a stand-in with public keys.'
    : 'No services stand behind this page: the preview lists the wallets of your browser and a “Development wallet”, which is a stand-in with public keys, and balances stay unknown. npm start runs it with everything.'

/** The settings, in groups. */
function Settings({
  state,
  setState,
}: {
  state: PlaygroundState
  setState: (change: (state: PlaygroundState) => PlaygroundState) => void
}) {
  return (
    <form
      className="play-settings"
      aria-label="Settings"
      onSubmit={(event) => event.preventDefault()}
    >
      {controlGroups.map(({ title, isOpen = false, controls }) => (
        <details key={title} open={isOpen}>
          <summary>
            <h2>{title}</h2>
          </summary>
          {controls.map((control) => (
            <ControlRow
              key={control.name}
              control={control}
              state={state}
              onChange={(name, value) => setState((before) => ({ ...before, [name]: value }))}
            />
          ))}
        </details>
      ))}
    </form>
  )
}

/**
 * Milliseconds from the last key to the update of the preview: each change of an option replaces
 * the kit and opens its modal again.
 */
const pause = 400
const isTyping = () =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'text'

/** Exchanges messages with the frame: it gets the state once it listens, and after each change. */
function useFrame(hash: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [hasServices, setHasServices] = useState<boolean>()
  const [fault, setFault] = useState<string>()
  const isReady = hasServices !== undefined
  const send = (message: ToFrame) =>
    frame.current?.contentWindow?.postMessage(message, location.origin)
  const { hold, release } = useHeldFocus(frame)

  useEffect(
    () =>
      listenTo(
        () => frame.current?.contentWindow,
        readToPage,
        (message) => {
          if (message.type === 'ready') setHasServices(message.hasServices)
          else setFault(message.text)
        },
      ),
    [],
  )
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(
      () => {
        setFault(undefined)
        hold()
        send({ type: 'show', hash })
      },
      isTyping() ? pause : 0,
    )
    return () => clearTimeout(timer)
  }, [isReady, hash, hold])

  const open = () => {
    release()
    send({ type: 'open' })
  }
  return { frame, hasServices, fault, open }
}

/**
 * Keeps the visitor's focus on this page: a modal that opens by itself in the frame would take it.
 */
function useHeldFocus(frame: RefObject<HTMLIFrameElement | null>) {
  // null keeps the focus on the page's start; undefined keeps nothing
  const focused = useRef<HTMLElement | null>(undefined)
  const release = useCallback(() => (focused.current = undefined), [])
  const hold = useCallback(() => {
    const { activeElement } = document
    if (activeElement === frame.current) return
    focused.current =
      activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
    frame.current?.contentWindow?.addEventListener('pointerdown', release, { once: true })
  }, [frame, release])
  useEffect(() => {
    const restoreFocus = () => {
      if (focused.current === undefined || document.activeElement !== frame.current) return
      if (focused.current) focused.current.focus()
      else frame.current?.blur()
    }
    const onKey = ({ key }: KeyboardEvent) => key === 'Tab' && release()
    addEventListener('blur', restoreFocus)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('blur', restoreFocus)
      removeEventListener('keydown', onKey)
    }
  }, [frame, release])
  return { hold, release }
}
