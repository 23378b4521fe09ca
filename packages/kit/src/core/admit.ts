import type { Kit } from './kit.ts'

/** Keeps, as long as a connection shares the address, that a feature's gate has let it in. Flows of the modal that wait for it go on. */
export function admit({ store }: Kit, feature: string, address: string): void {
  store.setState(({ admitted }) => ({ admitted: { ...admitted, [feature]: [...(admitted?.[feature] ?? []), address] } }))
}

/** Whether the gate of that feature has let the address in. */
export function isAdmitted({ getState }: Kit, feature: string, address: string): boolean {
  return getState().admitted?.[feature]?.includes(address) ?? false
}
