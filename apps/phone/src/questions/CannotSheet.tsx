import { Sheet } from '../ui/Sheet.tsx'
import { SiteHead } from '../ui/SiteHead.tsx'
import type { Asked } from './Answers.tsx'

/** Tells the person that the phone lacks something that a site requires. */
export function CannotSheet({ site, lacks, online, answer }: Asked & { lacks: readonly string[] }) {
  return (
    <Sheet
      title={`${site.name} can not connect`}
      footer={
        <button
          type="button"
          className="button primary"
          disabled={!online}
          onClick={() => answer({ yes: false })}
        >
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
