import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/** Shows that the server did not answer, with a button to try again. */
export function FailedAlert({ onRetry }: { onRetry?: () => void }) {
  const words = useMessages(messages)
  return (
    <>
      <Alert level="warning" title={words.failedTitle}>
        {words.failedText}
      </Alert>
      {onRetry && <GuardedButton onPress={onRetry}>{words.retry}</GuardedButton>}
    </>
  )
}
