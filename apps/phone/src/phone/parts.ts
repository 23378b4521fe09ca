import type { HeadlessWallet } from 'latchkey/testing'
import type { Client } from './client.ts'
import type { Queue, OpenTask } from './createQueue.ts'
import { Withdrawn } from './createQueue.ts'
import type { Store } from './createStore.ts'
import type { PhoneState } from './phoneState.ts'

/** What the functions that answer sites use. */
export type Parts = {
  client: Client
  store: Store<PhoneState>
  queue: Queue
  wallet: HeadlessWallet
}

/** The outcome of a task. `problem` is shown to the person. */
export type Outcome = { status: 'done' | 'refused' | 'failed'; problem?: string; notice?: string }

/** Runs a task to its end. An error is shown to the person and never thrown. */
export async function runTask(
  { store }: Parts,
  task: OpenTask,
  work: () => Promise<Outcome>,
): Promise<void> {
  try {
    const { status, problem, notice } = await work()
    task.end(status, problem)
    if (problem) store.set({ notice: { kind: 'bad', text: problem } })
    else if (notice) store.set({ notice: { kind: 'good', text: notice } })
  } catch (error) {
    if (error instanceof Withdrawn) return task.end('expired')
    const problem = sentenceOf(error)
    task.end('failed', problem)
    store.set({ notice: { kind: 'bad', text: problem } })
  }
}

/** Returns an error as a short sentence for people. */
export function sentenceOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'Something went wrong.').slice(0, 300)
}
