import { readUrl } from '@latchkey/protocol/readUrl'
import type { Kit } from '../../core/kit.ts'
import { KitError } from '../../core/KitError.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'
import { ownUrl } from '../../core/ownUrl.ts'
import { reportFaults } from './reportFaults.ts'

/** Hosts of the own machine, which browsers trust without TLS. */
const isOwnMachine = ({ hostname }: URL) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** The schemes with TLS, by those without. */
const secured: Record<string, string> = { 'http:': 'https:', 'ws:': 'wss:' }

/**
 * Tells a site's developer that browsers keep back what wallets need, because the page came without
 * TLS (by `http://192.168.…`, say), or that they block a service that has none, because the page
 * has it. W3C Secure Contexts, Mixed Content
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
    Object.entries(kit.context.options.services ?? {}).flatMap(([name, value]) => {
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
