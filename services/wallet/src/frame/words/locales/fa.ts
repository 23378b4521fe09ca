import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './fa/approvals.ts'
import { screens } from './fa/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
