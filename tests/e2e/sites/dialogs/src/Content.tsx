import { ConnectButton } from 'latchkey/react'

/** The content of each dialog of the site: a field, and the kit's button. */
export function Content() {
  return (
    <>
      <label>
        Note <input />
      </label>
      <ConnectButton />
      <p style={{ blockSize: 900 }}>A long text of the site.</p>
    </>
  )
}
