import { lazy, StrictMode, Suspense, useSyncExternalStore } from 'react'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/tokens.css'
import { Screen } from '../ui/Screen.tsx'
import { messages } from '../ui/messages.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { Failed } from './Failed.tsx'
import type { Scene, SceneProps, Stage } from './createStage.ts'

/** Draws the first scene that waits into an element, for as long as the page lives. */
export function drawStage(element: HTMLElement, wallet: Wallet): void {
  createRoot(element).render(<StrictMode><Current stage={wallet.stage} wallet={wallet} /></StrictMode>)
}

function Current({ stage, wallet }: { stage: Stage; wallet: Wallet }) {
  const scenes = useSyncExternalStore(stage.subscribe, stage.scenes)
  const [scene] = scenes
  if (!scene) return null
  const View = viewOf(scene)
  const waiting = scenes.length
  return (
    <Failed key={scene.id} scene={scene}>
      <Suspense fallback={<Screen title={scene.title} waiting={waiting} onClose={scene.refuse}><span className="screen-loading"><span className="visually-hidden" role="status">{messages.loading}</span></span></Screen>}>
        <View wallet={wallet} params={scene.params} settle={scene.settle} refuse={scene.refuse} waiting={waiting} />
      </Suspense>
    </Failed>
  )
}

/** The lazy screens of scenes, for as long as a scene waits. */
const views = new WeakMap<Scene, ComponentType<SceneProps<unknown, unknown>>>()

function viewOf(scene: Scene): ComponentType<SceneProps<unknown, unknown>> {
  const known = views.get(scene)
  if (known) return known
  const view = lazy(scene.load as unknown as () => Promise<{ default: ComponentType<SceneProps<unknown, unknown>> }>) // the scene passes its own params and result
  views.set(scene, view)
  return view
}
