import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './uk/approvals.ts'
import { screens } from './uk/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
