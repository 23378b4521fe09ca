import { Button } from '@latchkey/ui/Button.tsx'
import { AreaField } from '@latchkey/ui/field/Field.tsx'
import { useState } from 'react'
import type { Phone } from '../phone/createPhone.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useTask } from '../useTask.ts'
import { Camera } from './Camera.tsx'
import { readPicture } from './readPicture.ts'

/** Reads a site's code: pasted text, the camera, or a picture. */
export function PairSheet({ phone, onClose }: { phone: Phone; onClose: () => void }) {
  const [text, setText] = useState('')
  const [isLooking, setLooking] = useState(false)
  const pairing = useTask(phone.pair)
  const picture = useTask(async (file: File) => {
    const found = await readPicture(file)
    setText(found)
    pairing.start(found)
  })
  const isBusy = pairing.task.status === 'working'
  const onFound = (found: string) => {
    setLooking(false)
    setText(found)
    pairing.start(found)
  }

  return (
    <Sheet title="Scan or paste" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          pairing.start(text)
        }}
      >
        <AreaField
          label="The site’s code"
          rows={4}
          value={text}
          spellCheck={false}
          autoComplete="off"
          placeholder="wc:…"
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" variant="primary" disabled={isBusy || text.trim() === ''}>
          {isBusy ? 'Waiting for the site…' : text.trim() === '' ? 'Paste a code' : 'Connect'}
        </Button>
      </form>
      <Problem task={pairing.task} />

      <p className="or">or</p>
      {isLooking ? (
        <Camera onFound={onFound} onEnd={() => setLooking(false)} />
      ) : (
        <OtherSources isBusy={isBusy} onCamera={() => setLooking(true)} onPicture={picture.start} />
      )}
      <Problem task={picture.task} />
    </Sheet>
  )
}

/** Buttons for the camera, and for a picture with a code. */
function OtherSources({
  isBusy,
  onCamera,
  onPicture,
}: {
  isBusy: boolean
  onCamera: () => void
  onPicture: (file: File) => void
}) {
  return (
    <div className="stack">
      <Button disabled={isBusy} onClick={onCamera}>
        Use the camera
      </Button>
      <label className="button file" data-variant="secondary">
        Read a picture
        <input
          type="file"
          accept="image/*"
          disabled={isBusy}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onPicture(file)
            target.value = ''
          }}
        />
      </label>
    </div>
  )
}
