import { useSyncExternalStore } from 'react'
import type { Phone } from './phone/createPhone.ts'
import type { PhoneState } from './phone/phoneState.ts'

/** The state of the phone as it changes. */
export function usePhoneState({ store }: Phone): PhoneState {
  return useSyncExternalStore(store.subscribe, store.get)
}
