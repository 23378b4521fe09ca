import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './ja/approvals.ts'
import { screens } from './ja/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
