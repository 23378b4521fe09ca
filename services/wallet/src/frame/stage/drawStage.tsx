import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import { Screen } from '../ui/Screen.tsx'
import { messages } from '../ui/messages.ts'
import { LanguageContext } from '../words/LanguageContext.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { createStageWindow } from './createStageWindow.ts'
import type { StageWindow } from './createStageWindow.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { StageWindowContext } from './StageWindowContext.ts'
import { Failed } from './Failed.tsx'
import type { Scene, Stage } from './createStage.ts'
import { useMessages } from '../words/useMessages.ts'

/** Milliseconds for which code that is already here, or comes at once, shows no empty card before its screen. */
const moment = 150

/** Draws the first scene that waits into an element, for as long as the page lives. */
export function drawStage(element: HTMLElement, wallet: Wallet): void {
  const stageWindow = createStageWindow(element.ownerDocument)
  // with nothing left to show, a window of the wallet's own has done its work
  wallet.stage.subscribe(() => wallet.stage.scenes().length === 0 && stageWindow.close())
  createRoot(element).render(<StrictMode><LanguageContext value={wallet.language}><StageWindowContext value={stageWindow}><Current stage={wallet.stage} wallet={wallet} stageWindow={stageWindow} /></StageWindowContext></LanguageContext></StrictMode>)
}

function Current({ stage, wallet, stageWindow }: { stage: Stage; wallet: Wallet; stageWindow: StageWindow }) {
  const elsewhere = useSyncExternalStore(stageWindow.subscribe, stageWindow.root)
  const scenes = useSyncExternalStore(stage.subscribe, stage.scenes)
  const [scene] = scenes
  if (!scene) return null
  const waiting = scenes.length
  const shown = (
    <Failed key={scene.id} scene={scene}>
      {scene.Screen ? (
        <scene.Screen wallet={wallet} params={scene.params} settle={scene.settle} refuse={scene.refuse} waiting={waiting} />
      ) : (
        <Loading scene={scene} waiting={waiting} />
      )}
    </Failed>
  )
  if (!elsewhere) return shown
  return (
    <>
      <Elsewhere title={scene.title()} onFocus={stageWindow.focus} onClose={() => scene.refuse()} />
      {createPortal(shown, elsewhere)}
    </>
  )
}

/** An empty card, once a screen's code takes longer than a moment. */
function Loading({ scene, waiting }: { scene: Scene; waiting: number }) {
  const words = useMessages(messages)
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), moment)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return <Screen title={scene.title()} waiting={waiting} onClose={() => scene.refuse()}><span className="screen-loading"><span className="visually-hidden" role="status">{words.loading}</span></span></Screen>
}
