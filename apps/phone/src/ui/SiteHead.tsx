import { Picture } from '@latchkey/ui/Picture.tsx'
import { Row } from '@latchkey/ui/Row.tsx'
import type { Site } from '../phone/siteOf.ts'

/** The site that asks the question. */
export function SiteHead({ site }: { site: Site }) {
  return (
    <Row wraps icon={<Picture name={site.name} size={40} />} title={site.name} detail={site.host} />
  )
}
