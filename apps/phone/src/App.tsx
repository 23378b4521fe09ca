import { Button } from '@latchkey/ui/Button.tsx'
import { useEffect, useState } from 'react'
import { Elsewhere } from './Elsewhere.tsx'
import { Frame } from './Frame.tsx'
import type { Phone } from './phone/createPhone.ts'
import { sentenceOf } from './phone/parts.ts'
import { Screen } from './Screen.tsx'
import { usePhoneState } from './usePhoneState.ts'

type Start =
  | { status: 'starting' }
  | { status: 'failed'; problem: string }
  | { status: 'started'; phone: Phone }

/** The phone. It also shows that the phone is starting, or why it cannot start. */
export function App({ starting }: { starting: Promise<Phone> }) {
  const start = useStart(starting)
  if (start.status === 'started') return <Started phone={start.phone} />

  return (
    <Frame>
      <main className="whole">
        {start.status === 'starting' ? (
          <p role="status">Starting…</p>
        ) : (
          <div role="alert">
            <h1>The phone has no network</h1>
            <p>{start.problem}</p>
            <p>
              Start everything with <code>npm start</code>, then try again.
            </p>
            <Button variant="primary" onClick={() => location.reload()}>
              Try again
            </Button>
          </div>
        )}
      </main>
    </Frame>
  )
}

function Started({ phone }: { phone: Phone }) {
  const { status } = usePhoneState(phone)
  return <Frame>{status === 'elsewhere' ? <Elsewhere /> : <Screen phone={phone} />}</Frame>
}

function useStart(starting: Promise<Phone>): Start {
  const [start, setStart] = useState<Start>({ status: 'starting' })
  useEffect(() => {
    starting.then(
      (phone) => setStart({ status: 'started', phone }),
      (error: unknown) => setStart({ status: 'failed', problem: sentenceOf(error) }),
    )
  }, [starting])
  return start
}
