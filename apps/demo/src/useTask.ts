import { useCallback, useEffect, useRef, useState } from 'react'

/** The state of an action of the visitor. `note` describes its current step. */
export type Task<value> =
  | { status: 'idle' }
  | { status: 'waiting'; note: string }
  | { status: 'failed'; error: unknown }
  | { status: 'done'; value: value }

/**
 * What a running task gets: a signal that stops it, and a function that reports its current step.
 */
export type TaskControls = { signal: AbortSignal; note: (text: string) => void }

/** Runs one task at a time and returns its state. `stop` aborts the wait for it. */
export function useTask<value, input = void>(
  run: (controls: TaskControls, input: input) => Promise<value>,
  firstNote: string,
) {
  const [task, setTask] = useState<Task<value>>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)

  const stop = useCallback(() => {
    running.current?.abort()
    setTask({ status: 'idle' })
  }, [])
  useEffect(() => () => running.current?.abort(), [])

  const start = async (input: input) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const update = (next: Task<value>) => signal.aborted || setTask(next)
    setTask({ status: 'waiting', note: firstNote })
    await run({ signal, note: (note) => update({ status: 'waiting', note }) }, input).then(
      (value) => update({ status: 'done', value }),
      (error: unknown) => update({ status: 'failed', error }),
    )
  }

  return { task, start, stop }
}
