import { readUrl } from '@latchkey/protocol/readUrl'
import type { Kit } from '../../core/kit/kit.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { ownUrl } from '../../core/options/ownUrl.ts'
import { reportFaults } from './reportFaults.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Whether a URL points to the same machine, which browsers trust without TLS. */
const isOwnMachine = ({ hostname }: URL) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** The scheme with TLS that replaces a scheme without TLS. */
const secured: Record<string, string> = { 'http:': 'https:', 'ws:': 'wss:' }

/**
 * Reports missing TLS to the site's developer:
 * - the page was loaded without TLS (`http://192.168.…`), so browsers withhold functions that
 *   wallets need (https://w3c.github.io/webappsec-secure-contexts/)
 * - the page has TLS and a service has none, so browsers block it
 *   (https://w3c.github.io/webappsec-mixed-content/)
 */
export function reportInsecureUrls(kit: Kit): void {
  const { location, isSecureContext } = globalThis
  if (isSecureContext === false)
    reportFaults(kit, [
      new KitError(
        'optionInvalid',
        `This page (${location.origin}) came without TLS. Browsers keep the clipboard, passkeys and the protected memory of some wallets from it. Open it at localhost, or serve it by https.`,
      ),
    ])
  if (location?.protocol !== 'https:') return
  reportFaults(
    kit,
    Object.entries(contextOf(kit).options.services ?? {}).flatMap(([name, value]) => {
      const url = readUrl(ownUrl(value))
      const scheme = url && !isOwnMachine(url) ? secured[url.protocol] : undefined
      return scheme === undefined
        ? []
        : optionInvalid(
            `services.${name}`,
            'has no TLS, so browsers block it on a page with https',
            `Pass a ${scheme}// URL.`,
          )
    }),
  )
}
