import * as React from 'react'
import type { ActivityProps, ComponentType, ReactNode } from 'react'

/**
 * Hides children without their effects. React has it since 19.2. It is read at run time: webpack
 * refuses to build an import that an older React does not export, computed or not.
 */
const Activity: ComponentType<ActivityProps> | undefined = Reflect.get(React, 'Activity')

/**
 * Renders its children while `isOpen`. With `isWanted` it renders them before that, too: hidden,
 * inert and without their effects, so that a press only has to show them. An older React renders
 * them after the press.
 */
export function Prerendered({
  isOpen,
  isWanted,
  children,
}: {
  isOpen: boolean
  isWanted: boolean
  children: ReactNode
}) {
  if (!Activity) return isOpen && children
  return (
    <Activity mode={isOpen ? 'visible' : 'hidden'}>{(isOpen || isWanted) && children}</Activity>
  )
}
