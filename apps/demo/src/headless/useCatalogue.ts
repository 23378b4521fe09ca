import type { Wallet } from 'latchkey'
import { useKit } from 'latchkey/react'
import { useEffect, useState } from 'react'

/** The first wallets of the catalogue that match the search. */
export type Catalogue =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; count: number; wallets: readonly Wallet[] }

/**
 * Requests the wallets that match a search from the kit. An answer to an earlier search is ignored.
 */
export function useCatalogue(search: string): Catalogue {
  const kit = useKit()
  const [catalogue, setCatalogue] = useState<Catalogue>({ status: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    kit.wallets({ search: search || undefined, entries: 6, signal }).then(
      (found) => signal.aborted || setCatalogue({ status: 'ready', ...found }),
      () => signal.aborted || setCatalogue({ status: 'failed' }),
    )
    return () => controller.abort()
  }, [kit, search])
  return catalogue
}
