/**
 * Feeds the protocol's rows and the frame's states with made-up cases: `npm run fuzz`, 20,000 a row; `FUZZ_RUNS` and
 * `FUZZ_SEED` say otherwise. A failure prints the line that makes the same cases again.
 */
import { runNode } from './runNode.ts'

const isPassed = await runNode({
  script: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--project', 'protocol', '--project', 'secure-frame', '.fuzz.test.ts', '--disable-console-intercept'],
  limitMs: 7_200_000,
  env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? '20000' },
})
if (!isPassed) process.exitCode = 1
