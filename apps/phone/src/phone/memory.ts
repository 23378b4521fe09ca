import type { WalletChain } from 'latchkey/testing'
import { behaviours } from './phoneState.ts'
import type { PhoneState, Task } from './phoneState.ts'
import type { Store } from './createStore.ts'

/** What the phone keeps beside its sessions. */
export type Memory = {
  selected?: string
  chainId?: number
  behaviour?: PhoneState['behaviour']
  /** Networks that sites added. */
  added: readonly WalletChain[]
  tasks: readonly Task[]
}

const key = 'latchkey-phone/memory'

/** What was kept; nothing where there is nothing that can be read. */
export function recall(): Memory {
  const nothing: Memory = { added: [], tasks: [] }
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isMemory(read) ? { ...read, tasks: read.tasks.map(settled) } : nothing
  } catch {
    return nothing // blocked storage or broken text: the phone begins anew
  }
}

/** Written by this page alone, so its form is looked at and not every field. */
function isMemory(value: unknown): value is Memory {
  if (typeof value !== 'object' || value === null) return false
  const { added, tasks, behaviour } = value as Partial<Memory>
  return Array.isArray(added) && Array.isArray(tasks) && (behaviour === undefined || behaviours.includes(behaviour))
}

/** What was on its way when the page went is asked for anew, as a task of its own. */
function settled(task: Task): Task {
  return task.status === 'waiting' || task.status === 'working' ? { ...task, status: 'expired' } : task
}

/** Keeps the state from now on. `own` are the ids of networks that need no remembering. Returns its end. */
export function remember(store: Store<PhoneState>, own: ReadonlySet<number>): () => void {
  return store.subscribe(() => {
    const { selected, chain, behaviour, chains, tasks } = store.get()
    const memory: Memory = { selected, chainId: chain.id, behaviour, added: chains.filter(({ id }) => !own.has(id)), tasks: tasks.slice(0, 20) }
    try {
      localStorage.setItem(key, JSON.stringify(memory))
    } catch {
      // full or blocked storage: the phone forgets with the page
    }
  })
}
