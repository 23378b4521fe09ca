import { Picture } from '@latchkey/ui/Picture.tsx'
import type { Site } from '../phone/siteOf.ts'

/** The site that asks the question. */
export function SiteHead({ site }: { site: Site }) {
  return (
    <div className="site-head">
      <Picture name={site.name} size={40} />
      <div>
        <strong>{site.name}</strong>
        <span>{site.host}</span>
      </div>
    </div>
  )
}
