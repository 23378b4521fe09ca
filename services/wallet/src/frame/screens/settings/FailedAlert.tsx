import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { messages } from './messages.ts'

/** Says that the server did not answer, and offers to try again. */
export function FailedAlert({ onRetry }: { onRetry?: () => void }) {
  return (
    <>
      <Alert level="warning" title={messages.failedTitle}>{messages.failedText}</Alert>
      {onRetry && <Button onClick={onRetry}>{messages.retry}</Button>}
    </>
  )
}
