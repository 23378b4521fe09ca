import type { WalletChain } from 'latchkey/testing'
import { behaviours } from './phoneState.ts'
import type { PhoneState, Task } from './phoneState.ts'
import type { Store } from './createStore.ts'

/** What the phone stores besides its sessions. */
export type Memory = {
  selected?: string
  selectedSolana?: string
  selectedBitcoin?: string
  selectedPolkadot?: string
  chainId?: number
  behaviour?: PhoneState['behaviour']
  batches?: boolean
  /** The networks that sites have added. */
  added: readonly WalletChain[]
  tasks: readonly Task[]
}

const key = 'latchkey-phone/memory'

/** Reads the stored data; empty if it cannot be read. */
export function recall(): Memory {
  const nothing: Memory = { added: [], tasks: [] }
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isMemory(read) ? { ...read, tasks: read.tasks.map(finishedTask) } : nothing
  } catch {
    return nothing // the storage is blocked or its text is broken: the phone starts without data
  }
}

/** Checks only the form, not every field, because only this page writes the data. */
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
 * Marks a task as expired if it was unfinished when the page closed: its request will arrive again
 * as a new task.
 */
function finishedTask(task: Task): Task {
  return task.status === 'waiting' || task.status === 'working'
    ? { ...task, status: 'expired' }
    : task
}

/**
 * Stores the state after every change. Networks whose ids are in `own` are not stored.
 * @returns the function that stops this
 */
export function remember(store: Store<PhoneState>, own: ReadonlySet<number>): () => void {
  return store.subscribe(() => {
    const { selected, selectedSolana, selectedBitcoin, selectedPolkadot, ...state } = store.get()
    const { chain, behaviour, batches, chains, tasks } = state
    const memory: Memory = {
      selected,
      selectedSolana,
      selectedBitcoin,
      selectedPolkadot,
      chainId: chain.id,
      behaviour,
      batches,
      added: chains.filter(({ id }) => !own.has(id)),
      tasks: tasks.slice(0, 20),
    }
    try {
      localStorage.setItem(key, JSON.stringify(memory))
    } catch {
      // the storage is full or blocked: the data is lost when the page closes
    }
  })
}
