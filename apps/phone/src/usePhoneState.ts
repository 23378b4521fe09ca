import { useSyncExternalStore } from 'react'
import type { Phone } from './phone/createPhone.ts'
import type { PhoneState } from './phone/phoneState.ts'

/** Returns the state of the phone, and renders again when it changes. */
export function usePhoneState({ store }: Phone): PhoneState {
  return useSyncExternalStore(store.subscribe, store.get)
}
