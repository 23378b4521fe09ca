import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import type { PasskeyFault } from '../../vault/passkey.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/** Shows why a passkey gave no secret. `hasOther`: another method can be chosen. */
export function PasskeyAlert({ fault, hasOther }: { fault: PasskeyFault; hasOther: boolean }) {
  const words = useMessages(messages)
  const text = fault === 'cancelled' && hasOther ? words.cancelledOther : words[`${fault}Text`]
  return (
    <Alert level="warning" title={words[`${fault}Title`]}>
      {text}
    </Alert>
  )
}
