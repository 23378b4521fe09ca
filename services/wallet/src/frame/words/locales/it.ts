import type { FrameTexts } from '../frameTexts.ts'
import { approvals } from './it/approvals.ts'
import { screens } from './it/screens.ts'

export default { ...approvals, ...screens } satisfies FrameTexts
