import { useState } from 'react'
import { sentenceOf } from './phone/parts.ts'

/** The state of an action of the person on the phone. */
export type Task = { status: 'idle' | 'working' | 'done' } | { status: 'failed'; problem: string }

/** Returns a function that runs the action, and the action's state. */
export function useTask<input = void>(run: (input: input) => Promise<void>) {
  const [task, setTask] = useState<Task>({ status: 'idle' })
  const start = (input: input): void => {
    setTask({ status: 'working' })
    run(input).then(
      () => setTask({ status: 'done' }),
      (error: unknown) => setTask({ status: 'failed', problem: sentenceOf(error) }),
    )
  }
  return { task, start }
}
