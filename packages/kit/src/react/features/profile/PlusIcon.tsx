import { Outline } from '@latchkey/ui/icons.tsx'

/** A plus, the icon for "add". */
export const PlusIcon = () => <Outline d="M10 4.5v11M4.5 10h11" />
