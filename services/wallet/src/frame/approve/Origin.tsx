import { fill } from '../ui/fill.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import type { Site } from '../wallet/Wallet.ts'
import { messages } from './messages.ts'
import { useMessages } from '../words/useMessages.ts'

/**
 * The site that sends the request: the origin, which the browser guarantees, and the name that
 * the site claims.
 */
export function Origin({ site }: { site: Site }) {
  const words = useMessages(messages)
  const { protocol, host, hostname } = new URL(site.origin)
  const isSecure =
    protocol === 'https:' ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '127.0.0.1'
  return (
    <div className="origin">
      <p className="origin-host" dir="ltr">
        {host}
      </p>
      {site.name !== undefined && (
        <p className="origin-claim">{fill(words.claims, { name: site.name })}</p>
      )}
      {!isSecure && (
        <p className="origin-insecure">
          <Icon name="warning" />
          {words.insecure}
        </p>
      )}
    </div>
  )
}
