import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './id/approvals.ts'
import { screens } from './id/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
