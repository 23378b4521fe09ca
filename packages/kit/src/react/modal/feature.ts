import type { ComponentType } from 'react'

/** One screen. `load` yields a module whose default export is the screen. */
export type View<params> = {
  load: () => Promise<{ default: ComponentType<{ params: params }> }>
  /** Whether Escape, the overlay and the close button close the modal here. @default true */
  isClosable?: boolean
}

/** One folder under `features/`: its screens. */
export type Feature<views> = {
  id: string
  views: { [name in keyof views]: View<views[name]> }
}
