/** The settings in the page's URL. */
export type Settings = {
  /** `?relay=ws://…` @default the devnet's relay */
  relay: string | undefined
  /** `/wc?uri=wc:…`: a deep link. The phone opens with the question of its site. */
  pairing: string | undefined
}

/** Reads the settings. Unknown values are ignored. */
export function readSettings({ pathname, searchParams }: URL): Settings {
  const relay = searchParams.get('relay') ?? ''
  return {
    relay: /^wss?:\/\//.test(relay) && URL.canParse(relay) ? relay : undefined,
    pairing: pathname === '/wc' ? (searchParams.get('uri') ?? undefined) : undefined,
  }
}

/**
 * Returns the URL without the settings that apply only once, so that a reload does not repeat them.
 */
export function addressAfterStart({ searchParams }: URL): string {
  const relay = searchParams.get('relay')
  return relay === null ? '/' : `/?${new URLSearchParams({ relay })}`
}
