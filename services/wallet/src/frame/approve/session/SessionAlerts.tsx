import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import type { GrantRequest } from '../../sessions/GrantRequest.ts'
import { fill } from '../../ui/fill.ts'
import { useMessages } from '../../words/useMessages.ts'
import { timeOf, unitsOf, type DescribeSession } from './describeSession.ts'
import { messages } from './messages.ts'
import type { SessionRisks } from './sessionRisksOf.ts'

type Props = { terms: GrantRequest['terms']; risks: SessionRisks; options: DescribeSession }

/** The warnings about a session: no limit, an unknown token, a later beginning. */
export function SessionAlerts({ terms, risks, options }: Props) {
  const words = useMessages(messages)
  const { what } = terms
  return (
    <>
      {risks.isUnlimited && (
        <Alert level="danger" role="note" title={words.unlimitedTitle}>
          {what.kind === 'calls'
            ? fill(words.unlimitedCallsText, { amount: unitsOf(what.maxValue, terms, options) })
            : words.unlimitedText}
        </Alert>
      )}
      {risks.isUnknownToken && (
        <Alert level="danger" role="note" title={words.unknownTokenTitle}>
          {words.unknownTokenText}
        </Alert>
      )}
      {risks.isFuture && what.kind !== 'calls' && (
        <Alert level="note" title={words.futureTitle}>
          {fill(words.futureText, { time: timeOf(what.startTime, options) })}
        </Alert>
      )}
    </>
  )
}
