import { frameSettings } from '@latchkey/protocol/walletServer'
import type { FrameSettings } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'

/**
 * Reads the settings that the server wrote into the page; undefined when they are missing or
 * malformed.
 */
export function readSettings(document: Document): FrameSettings | undefined {
  try {
    const settings = v.safeParse(
      frameSettings,
      JSON.parse(document.querySelector('#settings')?.textContent ?? ''),
    )
    return settings.success ? settings.output : undefined
  } catch {
    return undefined // not JSON
  }
}
