import { defineConfig } from 'vitest/config'
import { sharedWorker } from '../../scripts/sharedWorker.ts'

export default defineConfig({ test: { ...sharedWorker, name: 'deploy', include: ['src/**/*.test.ts'] } })
