import type { Site } from '../phone/siteOf.ts'
import { Monogram } from './Monogram.tsx'

/** The site that sent the question. */
export function SiteHead({ site }: { site: Site }) {
  return (
    <div className="site-head">
      <Monogram name={site.name} />
      <div>
        <strong>{site.name}</strong>
        <span>{site.host}</span>
      </div>
    </div>
  )
}
