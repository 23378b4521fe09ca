import { useEffect, useMemo, useState } from 'react'
import { Code } from './Code.tsx'
import { ControlRow } from './control/ControlRow.tsx'
import { controlGroups } from './controls.ts'
import { startState } from './state/fields.ts'
import type { PlaygroundState } from './state/fields.ts'
import { readHash, writeHash } from './state/hash.ts'
import { writeCode } from './state/writeCode.ts'
import { useFrame } from './useFrame.ts'

/** The sizes of the frame: it fills the page, or it is as large as a phone. */
const devices = ['Desktop', 'Phone'] as const
type Device = (typeof devices)[number]

/**
 * The playground: the settings, the button and the modal in their own frame, and the code for the
 * chosen options. The page's URL contains the state.
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
          <DeviceChoice device={device} onChange={setDevice} />
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

/** Lets the visitor choose the size of the frame. */
function DeviceChoice({
  device,
  onChange,
}: {
  device: Device
  onChange: (device: Device) => void
}) {
  return (
    <fieldset className="segments">
      <legend className="hidden">Size of the preview</legend>
      {devices.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="device"
            checked={name === device}
            onChange={() => onChange(name)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
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
