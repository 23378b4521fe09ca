import { useEffect, useRef, useState } from 'react'
import type { Kit } from '../../core/kit/kit.ts'
import { useKit } from './useKit.ts'

/** The last request to sign a message: none yet, waiting for the visitor, or its outcome. */
export type Signing =
  | { status: 'idle' }
  | { status: 'pending' }
  | { status: 'success'; signature: string }
  | { status: 'error'; error: unknown }

/** The last request, and the functions that send a request and clear it. */
export type SignMessage = Signing & {
  /** Calls `kit.signMessage`. If that fails, `error` is set, and the promise rejects, too. */
  signMessage: Kit['signMessage']
  /** Clears the last request. If it is open in the wallet, it stays open there. */
  reset(): void
}

const idle = { status: 'idle' } as const

/**
 * Returns the state of the last request to sign a text, and the function that sends one. It signs
 * with the current account, on any chain, or with the connected account of a given `namespace`. A
 * new request replaces the last one.
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
