import type { Kit } from '../kit/kit.ts'

/**
 * Records that a feature's gate has admitted the address. The record lasts as long as a connection
 * shares the address. Flows of the modal that wait for the gate continue.
 */
export function admit({ store }: Kit, feature: string, address: string): void {
  store.setState(({ admitted }) => ({
    admitted: { ...admitted, [feature]: [...(admitted?.[feature] ?? []), address] },
  }))
}

/** Whether the gate of that feature has admitted the address. */
export function isAdmitted({ getState }: Kit, feature: string, address: string): boolean {
  return getState().admitted?.[feature]?.includes(address) ?? false
}
