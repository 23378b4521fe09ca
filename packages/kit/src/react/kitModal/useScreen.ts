import { useMemo, useState } from 'react'
import { accountOf } from '../../core/kit/state.ts'
import { viewOf } from '../features/manifests.ts'
import type { LoadedFeatures } from '../features/manifests.ts'
import { routeFor } from '../features/routeFor.ts'
import { useGuards } from '../features/useGuards.ts'
import { useHostWallet } from '../features/useHostWallet.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { useStore } from '../hooks/useStore.ts'
import type { Frame } from '../modal/FrameContext.ts'
import { visitOf } from './Card.tsx'
import type { Opening } from './useOpening.ts'
import { useShown } from './useShown.ts'

/**
 * Returns what an opening shows: the route of its screen, the screen that is shown at the moment,
 * and the frame around it. `shown` is the previous screen until the code of `route` is loaded.
 * `retry` loads the code again. `setBroken` takes the visit of a screen that threw an error.
 */
export function useScreen({ request, router }: Opening, known: LoadedFeatures, isOpen: boolean) {
  const kit = useKit()
  const isConnected = accountOf(useKitState((now) => now)) !== undefined
  const { stack, direction } = useStore(router.store)
  useHostWallet(router)
  // All manifests are needed to know the guards of a connected visitor, and to find a screen that
  // no loaded manifest has.
  const isKnown =
    known.isComplete || (!isConnected && stack.every(({ view }) => viewOf(known, String(view))))
  const route = isKnown ? routeFor(kit, known, stack, router.destination()) : undefined
  useGuards(router, route)
  const [shown, retry] = useShown(kit, known, route, request, isOpen)

  // a screen that threw an error or failed to load can always be closed
  const [broken, setBroken] = useState<string>()
  const isThere = shown?.View !== undefined && broken !== visitOf(shown)
  const isClosable = !isThere || !route || (viewOf(known, route.view)?.mayClose?.(kit) ?? true)

  // While the next screen's code loads, the first screen gets no back button. A screen whose
  // manifest failed to load has one, which leads to the previous screen.
  const isFirst = shown?.route === stack[0]
  const canGoBack =
    stack.length > 1 && !isFirst && (route ? stack.at(-1)?.view === route.view : !isConnected)
  const frame = useMemo(
    (): Frame => ({
      canGoBack,
      isClosable,
      back: router.back,
      close: kit.close,
      direction,
      titleId: 'latchkey-title',
    }),
    [canGoBack, isClosable, direction, router, kit],
  )
  return { stack, route, shown, retry, setBroken, frame, isConnected }
}
