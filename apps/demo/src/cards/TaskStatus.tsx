import { KitError } from 'latchkey'
import type { ReactNode } from 'react'
import type { Task } from '../useTask.ts'

type Props<value> = {
  task: Task<value>
  onStop: () => void
  /** What a refusal means for this task, for example that nothing was sent. */
  refusal: string
  children: (value: value) => ReactNode
}

/** Shows the status of a task: waiting, refused, failed or done. */
export function TaskStatus<value>({ task, onStop, refusal, children }: Props<value>) {
  return (
    <div className="task" role="status" data-status={task.status}>
      {task.status === 'waiting' && (
        <>
          <span className="dots" aria-hidden="true" />
          <p>{task.note}</p>
          <button type="button" className="quiet" onClick={onStop}>
            Stop waiting
          </button>
        </>
      )}
      {task.status === 'failed' && <p>{sentenceOf(task.error, refusal)}</p>}
      {task.status === 'done' && children(task.value)}
    </div>
  )
}

function sentenceOf(error: unknown, refusal: string): string {
  if (KitError.is(error, 'userRejected')) return `You said no in the wallet. ${refusal}`
  if (KitError.is(error)) return error.details ?? error.message
  return error instanceof Error ? firstLine(error.message) : 'Something went wrong.'
}

/** Returns the first line of a message: the messages of viem's errors are pages long. */
function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
