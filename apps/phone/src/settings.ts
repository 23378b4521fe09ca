/** What the address of the page asks for. */
export type Settings = {
  /** `?relay=ws://…` @default what the devnet says */
  relay: string | undefined
  /** `/wc?uri=wc:…`: a deep link that opens on the proposal. */
  pairing: string | undefined
}

/** Reads the settings; what is unknown counts as not given. */
export function readSettings({ pathname, searchParams }: URL): Settings {
  const relay = searchParams.get('relay') ?? ''
  return {
    relay: /^wss?:\/\//.test(relay) && URL.canParse(relay) ? relay : undefined,
    pairing: pathname === '/wc' ? (searchParams.get('uri') ?? undefined) : undefined,
  }
}

/** The address without what is done once, so that a reload does not do it again. */
export function addressAfterStart({ searchParams }: URL): string {
  const relay = searchParams.get('relay')
  return relay === null ? '/' : `/?${new URLSearchParams({ relay })}`
}
