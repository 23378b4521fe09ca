import { createElement, StrictMode, Suspense, use, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import { Screen } from '../ui/Screen.tsx'
import { messages } from '../ui/messages.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { Failed } from './Failed.tsx'
import type { Scene, Stage } from './createStage.ts'

/** Draws the first scene that waits into an element, for as long as the page lives. */
export function drawStage(element: HTMLElement, wallet: Wallet): void {
  createRoot(element).render(<StrictMode><Current stage={wallet.stage} wallet={wallet} /></StrictMode>)
}

function Current({ stage, wallet }: { stage: Stage; wallet: Wallet }) {
  const scenes = useSyncExternalStore(stage.subscribe, stage.scenes)
  const [scene] = scenes
  if (!scene) return null
  const waiting = scenes.length
  return (
    <Failed key={scene.id} scene={scene}>
      <Suspense fallback={<Screen title={scene.title} waiting={waiting} onClose={scene.refuse}><span className="screen-loading"><span className="visually-hidden" role="status">{messages.loading}</span></span></Screen>}>
        <Shown scene={scene} wallet={wallet} waiting={waiting} />
      </Suspense>
    </Failed>
  )
}

/** The code of scenes, for as long as they wait. */
const modules = new WeakMap<Scene, ReturnType<Scene['load']>>()

function Shown({ scene, wallet, waiting }: { scene: Scene; wallet: Wallet; waiting: number }) {
  const loading = modules.get(scene) ?? scene.load()
  modules.set(scene, loading)
  const { params, settle, refuse } = scene
  return createElement(use(loading).default, { wallet, params, settle, refuse, waiting })
}
