import type { WalletChain } from 'latchkey/testing'
import { behaviours } from './phoneState.ts'
import type { PhoneState, Task } from './phoneState.ts'
import type { Store } from './createStore.ts'

/** The phone's stored data besides its sessions. */
export type Memory = {
  selected?: string
  selectedSolana?: string
  chainId?: number
  behaviour?: PhoneState['behaviour']
  batches?: boolean
  /** Networks that sites added. */
  added: readonly WalletChain[]
  tasks: readonly Task[]
}

const key = 'latchkey-phone/memory'

/** Reads the stored data; empty when it can't be read. */
export function recall(): Memory {
  const nothing: Memory = { added: [], tasks: [] }
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isMemory(read) ? { ...read, tasks: read.tasks.map(finishedTask) } : nothing
  } catch {
    return nothing // blocked storage or broken text: the phone starts empty
  }
}

/** Only this page writes it, so only its form is checked, not every field. */
function isMemory(value: unknown): value is Memory {
  if (typeof value !== 'object' || value === null) return false
  const { added, tasks, behaviour } = value as Partial<Memory>
  return (
    Array.isArray(added) &&
    Array.isArray(tasks) &&
    (behaviour === undefined || behaviours.includes(behaviour))
  )
}

/**
 * Marks a task that was unfinished when the page closed as expired: its request will arrive again
 * as a new task.
 */
function finishedTask(task: Task): Task {
  return task.status === 'waiting' || task.status === 'working'
    ? { ...task, status: 'expired' }
    : task
}

/**
 * Stores the state at every change. `own` are the ids of networks that are not stored. Returns a
 * function that stops this.
 */
export function remember(store: Store<PhoneState>, own: ReadonlySet<number>): () => void {
  return store.subscribe(() => {
    const { selected, selectedSolana, chain, behaviour, batches, chains, tasks } = store.get()
    const memory: Memory = {
      selected,
      selectedSolana,
      chainId: chain.id,
      behaviour,
      batches,
      added: chains.filter(({ id }) => !own.has(id)),
      tasks: tasks.slice(0, 20),
    }
    try {
      localStorage.setItem(key, JSON.stringify(memory))
    } catch {
      // full or blocked storage: the data is lost when the page closes
    }
  })
}
