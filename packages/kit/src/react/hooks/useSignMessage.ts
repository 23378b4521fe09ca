import { useEffect, useRef, useState } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { useKit } from './useKit.ts'

/** The last request to sign a message: none yet, waiting for the visitor, or its outcome. */
export type Signing =
  | { status: 'idle' }
  | { status: 'pending' }
  | { status: 'success'; signature: string }
  | { status: 'error'; error: unknown }

/** The last request, and the functions that start one and clear it. */
export type SignMessage = Signing & {
  /** As `kit.signMessage`; it also rejects with the error that `error` has. */
  signMessage: Kit['signMessage']
  /** Clears the last request. A request that is open in the wallet stays open there. */
  reset(): void
}

const idle = { status: 'idle' } as const

/**
 * Signs texts with the connected account, on every chain; with `namespace`, with the account of
 * another chain. A new request replaces the last one.
 */
export function useSignMessage(): SignMessage {
  const kit = useKit()
  const [signing, setSigning] = useState<Signing>(idle)
  const newest = useRef(0)
  useEffect(() => () => void newest.current++, [kit])

  async function signMessage(parameters: Parameters<Kit['signMessage']>[0]): Promise<string> {
    const number = ++newest.current
    const settle = (ended: Signing) => void (newest.current === number && setSigning(ended))
    settle({ status: 'pending' })
    try {
      const signature = await kit.signMessage(parameters)
      settle({ status: 'success', signature })
      return signature
    } catch (error) {
      settle({ status: 'error', error })
      throw error
    }
  }

  function reset() {
    newest.current++
    setSigning(idle)
  }

  return { ...signing, signMessage, reset }
}
