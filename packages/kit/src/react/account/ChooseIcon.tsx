import { Outline } from '@latchkey/ui/icons.tsx'

/** The outline icon of a button that opens a choice of several. */
export const ChooseIcon = () => <Outline d="m5 7.5 5 5 5-5" />
