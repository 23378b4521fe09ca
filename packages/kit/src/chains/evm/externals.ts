import type { Config, Connector, CreateConnectorFn } from '@wagmi/core'
import type { Connector as ConnectorInfo } from '../../core/adapter.ts'
import { lazily } from '../../core/lazily.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'
import { cleanIcon, cleanText } from '../../core/cleanText.ts'

/** Connectors that the site brings, or what fetches them when a wallet is first needed. */
export type SiteConnectors = readonly CreateConnectorFn[] | (() => Promise<readonly CreateConnectorFn[]>)

/** The site's own connectors in the kit's config. */
export type Externals = {
  /** Fetches them once. What fails is told to the page's developer and tried again the next time. */
  load(): Promise<readonly Connector[]>
  /** Those that are there by now. */
  list(): readonly ConnectorInfo[]
}

/** Puts the site's connectors into the kit's own config when they are first needed. */
export function createExternals(config: Config, connectors: SiteConnectors): Externals {
  let known: readonly Connector[] = []
  const load = lazily(async () => {
    const makers = typeof connectors === 'function' ? await connectors() : connectors
    const made = makers.map((make) => config._internal.connectors.setup(make))
    config._internal.connectors.setState((others) => [...others, ...made])
    known = made
    return made
  })
  return {
    load: () => load().catch((cause: unknown) => {
      globalThis.reportError?.(Object.assign(optionInvalid('connectors', 'could not be loaded', 'Pass connectors of wagmi, or a function that fetches them.'), { cause }))
      return []
    }),
    list: () => known.map(describe),
  }
}

/** A connector of wagmi's as a row of the list; its maker is the site, but texts and pictures are cleaned like those of strangers. */
export function describe({ id, name, icon, type }: Connector): ConnectorInfo {
  return { id, name: cleanText(name), icon: cleanIcon(icon), namespace: 'eip155', type: type === 'injected' || type === 'walletConnect' ? type : 'external' }
}
