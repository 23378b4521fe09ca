import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import type { Description } from 'latchkey/testing'
import { Facts } from '../ui/Facts.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { SiteHead } from '../ui/SiteHead.tsx'
import { Answers } from './Answers.tsx'
import type { QuestionProps } from './Answers.tsx'
import { Signed } from './Signed.tsx'

/**
 * A connected site requests a signature, a transaction or another network. `caution`: what the
 * phone cannot find out about the request.
 */
export function RequestSheet({
  site,
  description: { title, note, facts, body, yes },
  network,
  caution,
  ...common
}: QuestionProps & { description: Description; network: string; caution: string | undefined }) {
  const hasNetworkFact = facts.some(([name]) => name === 'Network' || name === 'Now')
  return (
    <Sheet title={title} footer={<Answers {...common} yes={yes} />}>
      <SiteHead site={site} />
      <p className="hint">{note}</p>
      {caution !== undefined && <Alert level="warning" role="note" title={caution} />}
      <Facts facts={hasNetworkFact ? facts : [...facts, ['Network', network]]} />
      {body !== undefined && <Signed text={body} />}
    </Sheet>
  )
}
