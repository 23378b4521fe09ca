/** Settings from the page's URL. */
export type Settings = {
  /** `?relay=ws://…` @default the devnet's relay */
  relay: string | undefined
  /** `/wc?uri=wc:…`: a deep link that opens the phone on the proposal. */
  pairing: string | undefined
}

/** Reads the settings; unknown values are ignored. */
export function readSettings({ pathname, searchParams }: URL): Settings {
  const relay = searchParams.get('relay') ?? ''
  return {
    relay: /^wss?:\/\//.test(relay) && URL.canParse(relay) ? relay : undefined,
    pairing: pathname === '/wc' ? (searchParams.get('uri') ?? undefined) : undefined,
  }
}

/** The URL without one-time settings, so that a reload does not apply them again. */
export function addressAfterStart({ searchParams }: URL): string {
  const relay = searchParams.get('relay')
  return relay === null ? '/' : `/?${new URLSearchParams({ relay })}`
}
