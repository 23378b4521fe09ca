import { useSiwx } from 'latchkey/react'
import { useTask } from '../useTask.ts'
import { TaskStatus } from './TaskStatus.tsx'

const words = {
  checking: 'Looking it up.',
  signedIn: 'Signed in.',
  signedOut: 'Not signed in.',
  declined: 'Not signed in.',
  unknown: 'The server does not answer.',
} as const

/** Shows whether the visitor is signed in. It is used if the page's settings include signing in. */
export function SignInState() {
  const { status, signIn, signOut } = useSiwx()
  const { task, start, stop } = useTask<void>(
    async () => (status === 'signedIn' ? signOut() : void (await signIn())),
    'Waiting for your wallet.',
  )
  if (!status) return null
  return (
    <>
      <h3>Sign-in</h3>
      <p>{words[status]}</p>
      {status === 'signedIn' && (
        <p>
          <a href="/members">The members’ page</a>
        </p>
      )}
      {status !== 'checking' && (
        <button type="button" className="secondary" onClick={() => void start()}>
          {status === 'signedIn' ? 'Sign out' : 'Sign in'}
        </button>
      )}
      <TaskStatus task={task} onStop={stop} refusal="Nothing has changed.">
        {() => null}
      </TaskStatus>
    </>
  )
}
