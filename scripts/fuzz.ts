/**
 * Feeds the protocol's rows and the states of the frame and the modal with made-up cases: `npm run fuzz`, 20,000 a row and
 * 10,000 walks of the modal; `FUZZ_RUNS` and `FUZZ_SEED` say otherwise. A failure prints the line that makes the same cases
 * again.
 */
import { runNode } from './runNode.ts'

const suites = [
  { projects: ['protocol', 'secure-frame'], runs: '20000' },
  { projects: ['modal'], runs: '10000' },
]

for (const { projects, runs } of suites) {
  const { isPassed } = await runNode({
    script: 'node_modules/vitest/vitest.mjs',
    args: ['run', ...projects.flatMap((name) => ['--project', name]), '.fuzz.test.ts', '--disable-console-intercept'],
    timeoutMs: 7_200_000,
    env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? runs },
  })
  if (!isPassed) process.exitCode = 1
}
