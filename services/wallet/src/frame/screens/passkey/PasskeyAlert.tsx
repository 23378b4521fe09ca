import { Alert } from '../../ui/Alert.tsx'
import type { PasskeyFault } from '../../vault/passkey.ts'
import { messages } from './messages.ts'

/** Says why no secret came of a passkey. `hasOther`: there is another way to choose. */
export function PasskeyAlert({ fault, hasOther }: { fault: PasskeyFault; hasOther: boolean }) {
  const text = fault === 'cancelled' && hasOther ? messages.cancelledOther : messages[`${fault}Text`]
  return <Alert level="warning" title={messages[`${fault}Title`]}>{text}</Alert>
}
