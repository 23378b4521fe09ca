import { Outline } from '@latchkey/ui/icons.tsx'

/** The icon of a button that opens a list of choices. */
export const ChooseIcon = () => <Outline d="m5 7.5 5 5 5-5" />
