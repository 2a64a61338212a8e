import { KERNEL } from '../../src/engine/scoring/kernel.ts'
import { describeKernel } from './kernel.ts'

describeKernel('the kernel of local search', KERNEL)
