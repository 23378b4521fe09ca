import { Button } from '@latchkey/ui/Button.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { useMessages } from '../../words/useMessages.ts'
import { messages } from './messages.ts'
import type { EstimateState } from './useEstimate.ts'

/** Says that a transaction would fail, or that the node does not say what it costs. */
export function EstimateFaults({ estimate }: { estimate: EstimateState }) {
  const words = useMessages(messages)
  const { cost, isShort, status } = estimate
  return (
    <>
      {cost?.failure && !isShort && (
        <Alert level="danger" title={words.failsTitle}>
          {words.failsText}
        </Alert>
      )}
      {status === 'failed' && (
        <>
          <Alert level="warning" title={words.nodeTitle}>
            {words.nodeText}
          </Alert>
          <Button onClick={estimate.retry}>{words.retry}</Button>
        </>
      )}
    </>
  )
}
