import * as React from 'react'
import type { ActivityProps, ComponentType, ReactNode } from 'react'

/**
 * Hides children without their effects. React has it since 19.2. Read at run time: webpack refuses
 * to build a name that an older React does not export, computed or not.
 */
const Activity: ComponentType<ActivityProps> | undefined = Reflect.get(React, 'Activity')

/**
 * Draws its children while `isOpen`; if `isWanted`, also while it is not, hidden, out of reach and
 * without their effects, so that a press only has to show them. An older React draws them with the
 * press.
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
