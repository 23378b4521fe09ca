import type { ComponentType } from 'react'

/** One screen: loaded when it is first shown, or there with the modal because most visits begin with it. */
export type View<params> = {
  /** Whether Escape, the overlay and the close button close the modal here. @default true */
  isClosable?: boolean
  /** Shown to visitors without a connection, too. @default false */
  isForAnybody?: boolean
  /** Leads out of a network that the site does not name: shown there, too. @default false */
  isWayOut?: boolean
} & ({ load: () => Promise<{ default: ComponentType<{ params: params }> }> } | { View: ComponentType<{ params: params }> })

/** One folder under `features/`: its screens. */
export type Feature<views> = {
  id: string
  views: { [name in keyof views]: View<views[name]> }
}
