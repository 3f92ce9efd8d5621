import { defineConfig } from 'vitest/config'
import { patience } from '../../scripts/patience.ts'
import { sharedWorker } from '../../scripts/sharedWorker.ts'

export default defineConfig({ test: { ...patience, ...sharedWorker, name: 'deploy', include: ['src/**/*.test.ts'] } })
