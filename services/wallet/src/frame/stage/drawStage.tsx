import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { RootContext } from '@latchkey/ui/styles/adoptStyles.ts'
import '@latchkey/ui/styles/tokens.css'
import '@latchkey/ui/styles/layout.css'
import '../styles/frame.css'
import { expectCover } from '../approve/watchCover.ts'
import { Screen } from '../ui/Screen.tsx'
import { messages } from '../ui/messages.ts'
import { LanguageContext } from '../words/LanguageContext.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { Failed } from './Failed.tsx'
import type { Scene, Stage } from './createStage.ts'
import { useMessages } from '../words/useMessages.ts'

/**
 * Milliseconds before a scene without its code shows an empty card: most code loads sooner.
 */
const moment = 150

/** Renders the first pending scene into an element, for as long as the page lives. */
export function drawStage(element: HTMLElement, wallet: Wallet): void {
  if (window.parent !== window) expectCover(element.ownerDocument)
  createRoot(element).render(
    <StrictMode>
      <RootContext value={element.ownerDocument}>
        <LanguageContext value={wallet.language}>
          <Current stage={wallet.stage} wallet={wallet} />
        </LanguageContext>
      </RootContext>
    </StrictMode>,
  )
}

function Current({ stage, wallet }: { stage: Stage; wallet: Wallet }) {
  const scenes = useSyncExternalStore(stage.subscribe, stage.scenes)
  const [scene] = scenes
  if (!scene) return null
  const waiting = scenes.length
  return (
    <Failed key={scene.id} scene={scene}>
      {scene.Screen ? (
        <scene.Screen
          wallet={wallet}
          params={scene.params}
          settle={scene.settle}
          refuse={scene.refuse}
          waiting={waiting}
        />
      ) : (
        <Loading scene={scene} waiting={waiting} />
      )}
    </Failed>
  )
}

/** An empty card, after a short while without the screen's code. */
function Loading({ scene, waiting }: { scene: Scene; waiting: number }) {
  const words = useMessages(messages)
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), moment)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <Screen title={scene.title()} waiting={waiting} onClose={() => scene.refuse()}>
      <span className="screen-loading">
        <span className="visually-hidden" role="status">
          {words.loading}
        </span>
      </span>
    </Screen>
  )
}
