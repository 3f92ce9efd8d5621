import { defineConfig } from 'vitest/config'
import { isSignClientRace } from './scripts/testing/isSignClientRace.ts'

/** All tests that run in Node: `npx vitest run`, or `npx vitest run --project protocol` for one workspace. */
export default defineConfig({
  test: {
    projects: [
      '{apps,packages,infra}/*/vitest.config.ts',
      'docs/site/vitest.config.ts',
      '{bench,chaos,scripts}/vitest.config.ts',
    ],
    onUnhandledError: (error) => !isSignClientRace(error),
  },
})
