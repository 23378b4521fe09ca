import { Sheet } from '../ui/Sheet.tsx'
import { SiteHead } from '../ui/SiteHead.tsx'
import type { Asked } from './Answers.tsx'

/** A site can't do without something that the phone has not. */
export function CannotSheet({ site, lacks, online, answer }: Asked & { lacks: readonly string[] }) {
  return (
    <Sheet
      title={`${site.name} can not connect`}
      footer={
        <button type="button" className="button primary" disabled={!online} onClick={() => answer({ yes: false })}>
          {online ? 'Tell the site' : 'Offline'}
        </button>
      }
    >
      <SiteHead site={site} />
      <p>It can not do without what this phone does not have:</p>
      <ul className="crosses">
        {lacks.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Sheet>
  )
}
