import { useAccount, useKit } from 'latchkey/react'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { isAddress, isHex, verifyMessage } from 'viem'
import { useTask } from '../useTask.ts'
import { Card } from './Card.tsx'
import { ConnectFirst } from './ConnectFirst.tsx'
import { TaskStatus } from './TaskStatus.tsx'

type Entry = { text: string; signature: string; isGenuine: boolean }

/** Signs a text and checks the signature. */
export function GuestBookCard() {
  const kit = useKit()
  const account = useAccount()
  return (
    <Card title="Sign the guest book" lead="Say something nice. Your signature proves that it was you, and costs nothing." calls="kit.signMessage()">
      {'account' in account ? <GuestBookForm address={account.account.address} /> : <ConnectFirst kit={kit} why="A signature comes from your own wallet." />}
    </Card>
  )
}

function GuestBookForm({ address }: { address: string }) {
  const kit = useKit()
  const [text, setText] = useState('The rye is worth the walk.')
  const id = useId()

  const { task, start, stop } = useTask<Entry>(async ({ signal }) => {
    const signature = await kit.signMessage({ message: text, signal })
    const isGenuine = isHex(signature) && isAddress(address) && (await verifyMessage({ address, message: text, signature }))
    return { text, signature, isGenuine }
  }, 'Sign it in your wallet.')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void start()
  }

  return (
    <form onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Your words</label>
        <textarea id={id} rows={2} maxLength={500} value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      <button type="submit" className="primary" disabled={text.trim() === '' || task.status === 'waiting'}>
        {text.trim() === '' ? 'Write something' : 'Sign it'}
      </button>
      <TaskStatus task={task} onStop={stop} refusal="Nothing was signed.">
        {(entry) => (
          <>
            <p>{entry.isGenuine ? 'Signed. We checked: it is yours.' : 'Signed, but the signature does not fit your address.'}</p>
            <dl className="facts">
              <div>
                <dt>Signature</dt>
                <dd className="mono">{entry.signature}</dd>
              </div>
            </dl>
          </>
        )}
      </TaskStatus>
    </form>
  )
}
