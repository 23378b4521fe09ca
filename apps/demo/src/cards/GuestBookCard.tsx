import { useAccount, useKit } from 'latchkey/react'
import { useId, useState } from 'react'
import { isGenuine as isGenuineText } from '../isGenuine.ts'
import { kinds } from './kinds.ts'
import { useTask } from '../useTask.ts'
import { AccountForm } from './AccountForm.tsx'
import { Card } from './Card.tsx'
import { TaskStatus } from './TaskStatus.tsx'

type Entry = { signature: string; isGenuine: boolean | undefined; kind: string }

/** Lets the visitor sign a text, and checks the signature. */
export function GuestBookCard() {
  const kit = useKit()
  const account = useAccount()
  const { address, namespace } =
    'account' in account ? account.account : { address: '', namespace: 'eip155' as const }
  const [text, setText] = useState('The rye is worth the walk.')
  const id = useId()

  const { task, start, stop } = useTask<Entry>(async ({ signal }) => {
    const signature = await kit.signMessage({ message: text, signal })
    const isGenuine = await isGenuineText({ namespace, address, text, signature })
    return { signature, isGenuine, kind: kinds[namespace] }
  }, 'Sign it in your wallet.')

  return (
    <Card
      title="Sign the guest book"
      lead="Say something nice. Your signature proves that it was you, and costs nothing."
      calls="kit.signMessage()"
    >
      <AccountForm
        action="Sign it"
        problem={text.trim() === '' ? 'Write something' : undefined}
        isBusy={task.status === 'waiting'}
        onSubmit={start}
      >
        <div className="field">
          <label htmlFor={id}>Your words</label>
          <textarea
            id={id}
            rows={2}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </AccountForm>
      <TaskStatus task={task} onStop={stop} refusal="Nothing was signed.">
        {({ signature, isGenuine, kind }) => (
          <>
            <p>
              {isGenuine === undefined && `Signed. Our server checks signatures of ${kind}.`}
              {isGenuine === true && 'Signed. We checked: it is yours.'}
              {isGenuine === false && 'Signed, but the signature does not fit your address.'}
            </p>
            <dl className="facts">
              <div>
                <dt>Signature</dt>
                <dd className="mono">{signature}</dd>
              </div>
            </dl>
          </>
        )}
      </TaskStatus>
    </Card>
  )
}
