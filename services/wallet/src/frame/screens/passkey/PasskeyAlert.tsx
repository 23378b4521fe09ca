import { Alert } from '../../ui/Alert.tsx'
import type { PasskeyFault } from '../../vault/passkey.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/** Says why no secret came of a passkey. `hasOther`: there is another way to choose. */
export function PasskeyAlert({ fault, hasOther }: { fault: PasskeyFault; hasOther: boolean }) {
  const words = useMessages(messages)
  const text = fault === 'cancelled' && hasOther ? words.cancelledOther : words[`${fault}Text`]
  return (
    <Alert level="warning" title={words[`${fault}Title`]}>
      {text}
    </Alert>
  )
}
