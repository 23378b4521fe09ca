import type { ComponentType } from 'react'
import { fault } from '../bridge/Fault.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/** The props of a screen. Exactly one of `settle` and `refuse` ends it. */
export type SceneProps<params, result> = {
  wallet: Wallet
  params: params
  settle: (result: result) => void
  /** Ends the scene with an error. @param error default: the visitor declined, 4001 */
  refuse: (error?: Error) => void
  /** Number of pending scenes, including this one. */
  waiting: number
}

/** A screen that a request needs: its code and its data. */
export type SceneOptions<params, result> = {
  load: () => Promise<{ default: ComponentType<SceneProps<params, result>> }>
  params: params
  /**
   * The title in the header of the card, which is also sent to the site for the name of its
   * dialog; in the current language.
   */
  title: () => string
  signal?: AbortSignal
  /**
   * Whether the screen may be shown in the page of any site: it moves nothing, and gives no
   * right except to the site itself.
   * @default false
   */
  isForPage?: boolean
}

/** A scene, as the card renders it. */
export type Scene = {
  id: number
  title: () => string
  /** Absent while its code loads. */
  Screen?: ComponentType<SceneProps<unknown, unknown>>
  params: unknown
  settle: (result: unknown) => void
  refuse: (error?: Error) => void
}

/** The scenes that wait for the visitor, the oldest first. Only the first one is shown. */
export type Stage = {
  /**
   * Shows a screen after the earlier ones are done.
   * @throws Fault 4001 when the visitor declines, `somethingWrong` when its code does not
   *   load, or the signal's reason
   */
  ask: <params, result>(options: SceneOptions<params, result>) => Promise<result>
  scenes: () => readonly Scene[]
  subscribe: (listener: () => void) => () => void
}

/** Creates an empty stage. */
export function createStage(): Stage {
  let scenes: readonly Scene[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  function write(next: readonly Scene[]) {
    scenes = next
    for (const listener of listeners) listener()
  }

  return {
    ask<params, result>({ load, params, title, signal }: SceneOptions<params, result>) {
      return new Promise<result>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const id = ++lastId
        const leave = () => {
          signal?.removeEventListener('abort', onAbort)
          write(scenes.filter((scene) => scene.id !== id))
        }
        const onAbort = () => {
          leave()
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', onAbort)
        const scene = {
          id,
          title,
          params,
          // the cast is safe: only this screen calls `settle`, with a result of its own type
          settle: (result: unknown) => (leave(), resolve(result as result)),
          refuse: (error: Error = fault('userRejected')) => (leave(), reject(error)),
        }
        write([...scenes, scene])
        load().then(
          (loaded) => {
            // the cast is safe: the card passes this scene's own params, settle and refuse
            const Screen = loaded.default as unknown as Scene['Screen']
            if (scenes.includes(scene))
              write(scenes.map((current) => (current === scene ? { ...scene, Screen } : current)))
          },
          (cause: unknown) => scene.refuse(fault('somethingWrong', { cause })),
        )
      })
    },
    scenes: () => scenes,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
