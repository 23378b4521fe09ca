import { Button } from '@latchkey/ui/Button.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { SiteHead } from '../ui/SiteHead.tsx'
import type { QuestionProps } from './Answers.tsx'

/** Says what the site requires and the phone does not have. */
export function CannotSheet({
  site,
  missing,
  online,
  answer,
}: QuestionProps & { missing: readonly string[] }) {
  return (
    <Sheet
      title={`${site.name} can not connect`}
      footer={
        <Button variant="primary" disabled={!online} onClick={() => answer({ yes: false })}>
          {online ? 'Tell the site' : 'Offline'}
        </Button>
      }
    >
      <SiteHead site={site} />
      <p>It can not do without what this phone does not have:</p>
      <ul className="crosses">
        {missing.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Sheet>
  )
}
