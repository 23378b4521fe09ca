import { Icon } from '@latchkey/ui/icons.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { Row, RowButton } from '@latchkey/ui/Row.tsx'
import { WalletIcon } from '@latchkey/ui/WalletIcon.tsx'
import type { WalletIconName } from '@latchkey/ui/WalletIcon.tsx'
import type { ComponentProps } from 'react'

type Named<props> = Omit<props, 'icon' | 'wraps'> & { icon: WalletIconName }

/** A row of the wallet: an icon by its name, and texts that are never cut off. */
export const IconRow = ({ icon, ...rest }: Named<ComponentProps<typeof Row>>) => (
  <Row icon={markOf(icon)} isRaised wraps {...rest} />
)

/** A row of the wallet that is a button, which leads to another step. */
export const IconRowButton = ({ icon, ...rest }: Named<ComponentProps<typeof RowButton>>) => (
  <RowButton icon={markOf(icon)} end={<Icon name="chevronRight" />} wraps {...rest} />
)

const markOf = (icon: WalletIconName) => (
  <Mark isQuiet>
    <WalletIcon name={icon} />
  </Mark>
)
